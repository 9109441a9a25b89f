export type ByteRange = { readonly start: number; readonly end: number };

/**
 * Parses a Range header for a representation of `size` bytes (RFC 9110, 14.2); both ends inclusive. Multiple ranges, other units
 * and malformed headers are ignored, as the standard allows, and the whole is sent.
 */
export const byteRange = (header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '');
  if (match === null) return 'whole';
  const [, first, last] = match as unknown as readonly [string, string, string];
  if (first === '') return suffixRange(last, size);
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
};

/** A suffix range: `bytes=-500`. */
const suffixRange = (last: string, size: number): ByteRange | 'whole' | 'unsatisfiable' => {
  if (last === '') return 'whole';
  const length = Math.min(Number(last), size);
  return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
};
