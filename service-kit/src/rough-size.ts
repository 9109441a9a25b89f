/** Rough memory size of a plain value in bytes, for limits. */
export const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  for (const part of Array.isArray(value) ? value : Object.values(value)) size += 16 + roughSize(part);
  return size;
};
