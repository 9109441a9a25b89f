/** Copies a text. Rejects when the browser refuses. On plain HTTP there is no `navigator.clipboard`. */
export const copyText = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  if (!copySelected(text)) throw new Error('The browser does not copy on this page');
};

/** Safari copies only where something is selected, so the text is selected. The focus stays where it is. */
const copySelected = (text: string): boolean => {
  const selection = getSelection();
  const before = Array.from({ length: selection?.rangeCount ?? 0 }, (_, at) => selection?.getRangeAt(at));
  const holder = document.createElement('span');
  holder.textContent = text;
  holder.className = 'visually-hidden';
  holder.style.whiteSpace = 'pre';
  holder.style.userSelect = 'text';
  // Only the text, without the styles of the page.
  const onCopy = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    event.clipboardData?.setData('text/plain', text);
  };
  document.body.append(holder);
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    selection?.selectAllChildren(holder);
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
    selection?.removeAllRanges();
    for (const range of before) if (range !== undefined) selection?.addRange(range);
    holder.remove();
  }
};
