/** Opens the question that the address names; without a script it would be found, but closed. */
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

/** An open question is in the address, to be copied from there. Its own step in the history it is not. */
export const linkOpenedQuestions = (): void => {
  for (const question of document.querySelectorAll<HTMLDetailsElement>('details[id]'))
    question.addEventListener('toggle', () => {
      if (question.open) history.replaceState(null, '', `#${question.id}`);
      else if (location.hash === `#${question.id}`) history.replaceState(null, '', location.pathname);
    });
};
