/** Opens the question that the address names. Without a script it would be found, but closed. */
export const openLinkedQuestion = (): void => {
  const open = (): void => {
    const linked = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!(linked instanceof HTMLDetailsElement)) return;
    linked.open = true;
    linked.scrollIntoView();
    linked.querySelector('summary')?.focus({ preventScroll: true });
  };
  window.addEventListener('hashchange', open);
  open();
};

/** Puts the open question into the address, to be copied. It adds no step to the history. */
export const linkOpenedQuestions = (): void => {
  for (const question of document.querySelectorAll<HTMLDetailsElement>('details[id]'))
    question.addEventListener('toggle', () => {
      if (question.open) history.replaceState(null, '', `#${question.id}`);
      else if (location.hash === `#${question.id}`) history.replaceState(null, '', location.pathname);
    });
};

/**
 * Marks the section being read in the table of contents: the last one whose heading has passed the upper third. At the
 * end of the page several qualify; then the one in the address counts.
 */
export const markSection = (): void => {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.legal__contents a')];
  if (links.length === 0) return;
  const top = (link: HTMLAnchorElement): number =>
    document.getElementById(link.hash.slice(1))?.getBoundingClientRect().top ?? 0;
  const current = (): HTMLAnchorElement | undefined => {
    const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 1;
    if (!atEnd || scrollY === 0) return links.findLast((link) => top(link) < innerHeight / 3) ?? links[0];
    return links.find((link) => link.hash === location.hash && top(link) > 0) ?? links.at(-1);
  };
  const mark = (): void => {
    const marked = current();
    for (const link of links)
      if (link === marked) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
  };
  document.addEventListener('scroll', mark, { passive: true });
  window.addEventListener('hashchange', mark);
  mark();
};
