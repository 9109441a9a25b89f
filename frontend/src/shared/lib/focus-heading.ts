/** Where reading and tabbing go on when what had the focus is gone and nothing opened it. */
export const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main :is(h1, h2)') ?? document.querySelector('main');
  if (heading === null) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};
