/** First and last byte to be read of a file, both inclusive; the last lies before the first where there is none. */
export const byteBounds = (
  range: { readonly start?: number; readonly end?: number } | undefined,
  size: number,
): { readonly start: number; readonly end: number } => ({
  start: range?.start ?? 0,
  end: Math.min(range?.end ?? size - 1, size - 1),
});
