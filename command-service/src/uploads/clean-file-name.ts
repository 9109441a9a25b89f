import { cleanLine } from '@quorum/contracts/text/hostile-text.ts';

const MAX_BYTES = 255;
const MAX_EXTENSION_BYTES = 32;
const FALLBACK = 'file';

/**
 * Cleans a visitor's file name for storage and display: no folders, no control, reordering or invisible characters, at most 255
 * bytes of UTF-8 with its extension kept.
 */
export const cleanFileName = (name: string): string => {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = withoutTail(cleanLine(last));
  return clean === '' ? FALLBACK : shortened(clean);
};

/**
 * Some file systems drop trailing spaces and dots, so the saved name would differ from the shown one. Cut by hand, because a
 * pattern for them tries again at each of thousands of dots.
 */
const withoutTail = (name: string): string => {
  let end = name.length;
  while (end > 0 && /[\s.]/u.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
};

/** The extension with its dot, as written; empty if there is none. */
export const extensionOf = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot) : '';
};

const shortened = (name: string): string => {
  if (Buffer.byteLength(name) <= MAX_BYTES) return name;
  const written = extensionOf(name);
  const extension = Buffer.byteLength(written) <= MAX_EXTENSION_BYTES ? written : '';
  let room = MAX_BYTES - Buffer.byteLength(extension);
  let stem = '';
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, name.length - extension.length))) {
    room -= Buffer.byteLength(segment);
    if (room < 0) break;
    stem += segment;
  }
  return `${stem}${extension}`;
};
