import type { FormEvent } from 'react';

/**
 * The `onSubmit` of a form that the page itself sends. It stays with this form: to React, a dialog that was opened within another
 * form is part of it, although it is elsewhere in the page.
 */
export const submits =
  (send: () => unknown) =>
  (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    send();
  };
