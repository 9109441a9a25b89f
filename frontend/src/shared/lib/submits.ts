import type { FormEvent } from 'react';

/** The `onSubmit` of a form that the page itself sends. */
export const submits =
  (send: () => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault();
    send();
  };
