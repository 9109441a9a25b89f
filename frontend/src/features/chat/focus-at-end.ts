/** Focuses a text, to be continued at its end. A browser would put the caret before it. */
export const focusAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};
