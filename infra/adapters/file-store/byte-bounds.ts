/** First and last byte to read, both inclusive. For an empty range the last is before the first. */
export const byteBounds = (
  range: { readonly start?: number; readonly end?: number } | undefined,
  size: number,
): { readonly start: number; readonly end: number } => ({
  start: range?.start ?? 0,
  end: Math.min(range?.end ?? size - 1, size - 1),
});
