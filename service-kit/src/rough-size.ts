/** Rough memory size of a plain value in bytes, for limits. */
export const roughSize = (value: unknown): number => {
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  for (const part of Array.isArray(value) ? value : Object.values(value)) size += 16 + roughSize(part);
  return size;
};

/**
 * How many folded streams fit into this many bytes, rarely more. A session or read mark takes 1.2 kB, an account 2.6 kB, a group of
 * ten 8 kB. 256 MB hold 179,000 streams: those of 25,000 people with a session, an account and the marks of five groups. A Map
 * holds at most 2 ** 24 entries.
 */
export const streamsIn = (bytes: number): number => Math.min(2 ** 24, Math.ceil(bytes / 1_500));
