import { limits } from '../kernel/limits.ts';
import { counted } from './counted.ts';

const KB = 1_024;
const MB = KB * 1_024;
const GB = MB * 1_024;

/** One decimal, without `.0`. */
const decimal = (value: number, round: (value: number) => number): string => String(round(value * 10) / 10);

const sizeText = (bytes: number, round: (value: number) => number): string => {
  if (bytes < KB) return counted(bytes, 'Byte');
  // 1023.96 KB would round to 1024 KB, which should read 1 MB.
  const staysBelow = (unit: number): boolean => round((bytes / unit) * 10) < 10 * KB;
  if (staysBelow(KB)) return `${decimal(bytes / KB, round)} KB`;
  if (staysBelow(MB)) return `${decimal(bytes / MB, round)} MB`;
  return `${decimal(bytes / GB, round)} GB`;
};

/** Formats a number of bytes: `512 Bytes`, `48 KB`, `8.4 MB`, `1.2 GB`. */
export const formatSize = (bytes: number): string => sizeText(bytes, Math.round);

export type FileMessageType = 'image' | 'video' | 'file';

/** SVG can carry script, so it is served as a download and never shown as an image. */
export const messageTypeOf = (mimeType: string): FileMessageType => {
  const type = mimeType.toLowerCase().split(';', 1)[0]?.trim() ?? '';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('image/') && type !== 'image/svg+xml' ? 'image' : 'file';
};

/** Size limit in bytes for a mime type, inclusive. */
export const sizeLimit = (mimeType: string): number =>
  messageTypeOf(mimeType) === 'video' ? limits.video : limits.attachment;

type FileBadge = 'PDF' | 'DOC' | 'XLS' | 'PPT' | 'TXT' | 'FILE';

const BADGE_OF_EXTENSION: Record<string, FileBadge> = {
  pdf: 'PDF',
  doc: 'DOC',
  docx: 'DOC',
  xls: 'XLS',
  xlsx: 'XLS',
  ppt: 'PPT',
  pptx: 'PPT',
  txt: 'TXT',
};

/** Decided by the file extension. */
export const fileBadge = (fileName: string): FileBadge => {
  const dot = fileName.lastIndexOf('.');
  const ending = dot < 0 ? '' : fileName.slice(dot + 1).toLowerCase();
  return (Object.hasOwn(BADGE_OF_EXTENSION, ending) ? BADGE_OF_EXTENSION[ending] : undefined) ?? 'FILE';
};

export type ChosenFile = { readonly name: string; readonly size: number; readonly type: string };

export const isTooLarge = (file: ChosenFile): boolean => file.size > sizeLimit(file.type);

/** `212 MB exceeds 100MB limit for videos` */
export const tooLargeLine = (file: ChosenFile): string => {
  const limit = sizeLimit(file.type);
  const kind = limit === limits.video ? 'video' : 'file';
  // Rounded up, because `25 MB exceeds 25MB` would explain nothing.
  return `${sizeText(file.size, Math.ceil)} exceeds ${limit / MB}MB limit for ${kind}s`;
};

/** Placeholder for a size the server never learned, because it stops reading at the first byte over the limit. */
export const UNKNOWN_SIZE = 'The file';

/** Fills the size (in bytes) into a server text such as `The file exceeds 25MB limit for files`. */
export const withKnownSize = (line: string, size: number): string =>
  line.startsWith(`${UNKNOWN_SIZE} exceeds `) ? `${sizeText(size, Math.ceil)}${line.slice(UNKNOWN_SIZE.length)}` : line;

export const FILES_TOO_LARGE_TITLE = 'Files Too Large';
export const FILES_TOO_LARGE_LIMITS = ['Videos: max 100MB', 'Other files: max 25MB'] as const;

export const filesTooLargeIntro = (count: number): string =>
  count === 1 ? 'The following file is too large:' : 'The following files are too large:';
