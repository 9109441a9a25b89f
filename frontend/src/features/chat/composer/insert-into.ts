/** Writes into a text field in place of what is selected there, and lets the writer go on behind it. */
export const insertInto = (field: HTMLTextAreaElement, part: string, write: (text: string) => void): void => {
  const { value, selectionStart, selectionEnd } = field;
  const caret = selectionStart + part.length;
  write(value.slice(0, selectionStart) + part + value.slice(selectionEnd));
  // What was pressed gives the focus back to its own button first.
  setTimeout(() => {
    field.focus();
    field.setSelectionRange(caret, caret);
  }, 0);
};
