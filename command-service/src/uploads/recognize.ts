import { extensionOf } from './clean-file-name.ts';

/**
 * `image` and `video` may be shown in a page; a `file` is only ever downloaded. Videos in other formats are files, but may be as
 * large as videos.
 */
export type RecognizedFile = {
  readonly kind: 'image' | 'video' | 'file';
  readonly mimeType: string;
  readonly isVideo: boolean;
};

/** Bytes from the start of a file that {@link recognize} needs. */
export const HEAD_BYTES = 4100;

const UNKNOWN = 'application/octet-stream';
/** As which a picture is handled. An animated PNG becomes a still of its first frame. */
const images: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/gif', 'image/gif'],
  ['image/webp', 'image/webp'],
]);
/** Pictures that are not re-encoded, and would keep their metadata. */
const unstripped = /^image\/(avif|hei[cf])/;
const playable = new Set(['video/mp4', 'video/webm', 'video/quicktime']);
const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Kinds of download worth naming. No browser runs or renders any of them as an attachment. */
const downloads = new Set([
  'application/pdf',
  'application/zip',
  'application/gzip',
  'application/x-7z-compressed',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
]);

/** Container formats. Within the family that the content shows, the extension selects the member. */
const members: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/zip': {
    '.docx': `${OFFICE}.wordprocessingml.document`,
    '.xlsx': `${OFFICE}.spreadsheetml.sheet`,
    '.pptx': `${OFFICE}.presentationml.presentation`,
  },
  'application/x-cfb': {
    '.doc': 'application/msword',
    '.xls': 'application/vnd.ms-excel',
    '.ppt': 'application/vnd.ms-powerpoint',
  },
};
const textExtensions = new Set(['.txt', '.md', '.csv', '.log']);

/** Whether a file is a picture whose metadata, such as the place, would stay in it. */
export const keepsMetadata = ({ mimeType }: RecognizedFile): boolean => unstripped.test(mimeType);

/** Recognizes a file by its first bytes. The name only matters among kinds that are merely downloads. */
export const recognize = async (head: Uint8Array, name: string): Promise<RecognizedFile> => {
  const found = await typeOf(head);
  const extension = extensionOf(name).toLowerCase();
  if (found === undefined) return recognizeText(head, extension);
  const image = images.get(found);
  if (image !== undefined) return { kind: 'image', mimeType: image, isVideo: false };
  if (found.startsWith('video/')) return recognizeVideo(head, found);
  const member = members[found]?.[extension] ?? found;
  return {
    kind: 'file',
    mimeType: downloads.has(member) || unstripped.test(member) ? member : UNKNOWN,
    isVideo: false,
  };
};

const recognizeText = (head: Uint8Array, extension: string): RecognizedFile => {
  const isText = textExtensions.has(extension) && isPlainText(head);
  return { kind: 'file', mimeType: isText ? 'text/plain' : UNKNOWN, isVideo: false };
};

const recognizeVideo = (head: Uint8Array, mimeType: string): RecognizedFile => {
  if (!hasValidVideoHead(head, mimeType)) return { kind: 'file', mimeType: UNKNOWN, isVideo: false };
  return playable.has(mimeType)
    ? { kind: 'video', mimeType, isVideo: true }
    : { kind: 'file', mimeType: UNKNOWN, isVideo: true };
};

const typeOf = async (head: Uint8Array): Promise<string | undefined> => {
  // Loaded with the first file, so that processes start sooner.
  const { fileTypeFromBuffer } = await import('file-type');
  try {
    return (await fileTypeFromBuffer(head.subarray(0, HEAD_BYTES)))?.mime;
  } catch {
    // A head that breaks its own format makes a file of unknown kind.
    return undefined;
  }
};

/**
 * The library only looks for `ftyp` at the fifth byte, so `<!--ftypisom--><script>` would pass as MP4. The four bytes before it
 * must be the length of that first box.
 */
const hasValidVideoHead = (head: Uint8Array, mimeType: string): boolean => {
  if (mimeType !== 'video/mp4' && mimeType !== 'video/quicktime') return true;
  const view = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const length = view.length >= 12 ? view.readUInt32BE(0) : 0;
  const isFileTypeBox = view.toString('latin1', 4, 8) === 'ftyp';
  return isFileTypeBox ? length >= 16 && length <= 1024 && length % 4 === 0 : length >= 8 && view[0] === 0;
};

const isPlainText = (head: Uint8Array): boolean => {
  const text = new TextDecoder().decode(head.subarray(0, HEAD_BYTES));
  // The head may end in the middle of a character.
  const broken = text.slice(0, -1).includes('\uFFFD');
  const looksLikeMarkup = /<[!?/a-z]/i.test(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what identifies binary files.
  return !broken && !looksLikeMarkup && !/[\0-\x08\x0e-\x1f\x7f]/.test(text);
};
