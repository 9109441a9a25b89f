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
