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

export type ServedFile = {
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  readonly name: string;
  readonly mimeType: string;
};

export type FileRequest = {
  /** Header values. */
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
  /** Whether the visitor wants to save the file rather than view it. */
  readonly download?: boolean;
};

export type FileAnswer = {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes to send, both ends inclusive; the whole file if absent. Status 304 and 416 send none. */
  readonly range?: { readonly start: number; readonly end: number };
};

/** Formats that a browser displays without running anything in them. Everything else can only be saved. */
const shown = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'video/mp4',
  'video/webm',
  'video/quicktime',
]);

/** Kinds that some browser would treat as a document or program. Their type is withheld, even for saving. */
const active = /html|\bxml|svg|mathml|script|css|flash|java|php/;

/** Seconds. After that the browser asks again, and rights are looked up again. */
const MAX_AGE_SECONDS = 300;

/** A file opened as a page of its own may only be displayed. A video in it is requested again, as by the page's origin. */
const POLICY =
  "sandbox allow-same-origin; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** The response for a stored file (RFC 9110: single ranges, conditional requests by entity tag). Files never change. */
export const serveFile = (file: ServedFile, request: FileRequest): FileAnswer => {
  const tag = `"${file.id}"`;
  const common = {
    etag: tag,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${MAX_AGE_SECONDS}`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
  if (namesTag(request.ifNoneMatch, tag)) return { status: 304, headers: common };

  const isCurrent = request.ifRange === undefined || request.ifRange.trim() === tag;
  const range = isCurrent ? byteRange(request.range, file.size) : 'whole';
  if (range === 'unsatisfiable')
    return { status: 416, headers: { ...common, 'content-range': `bytes */${file.size}` } };

  const described = {
    ...common,
    'content-type': contentType(file.mimeType),
    'content-disposition': disposition(file, request),
  };
  if (range === 'whole') return { status: 200, headers: { ...described, 'content-length': String(file.size) } };
  return {
    status: 206,
    headers: {
      ...described,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    },
    range,
  };
};

/** Whether an `If-None-Match` names an entity tag, so that the client has the current representation. */
export const namesTag = (condition: string | undefined, tag: string): boolean =>
  condition?.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag) ?? false;

const contentType = (mimeType: string): string => {
  const type = mimeType.toLowerCase();
  if (type === 'text/plain') return 'text/plain; charset=utf-8';
  const isSound = /^(application|audio|image|video)\/[a-z\d][a-z\d.+-]{0,100}$/.test(type) && !active.test(type);
  return isSound ? type : 'application/octet-stream';
};

/** RFC 6266: the plain name for old clients and the exact one by RFC 8187. */
const disposition = ({ name, mimeType }: ServedFile, { download }: FileRequest): string => {
  const kind = shown.has(mimeType) && download !== true ? 'inline' : 'attachment';
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%\\/]/gu, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${extendedValue(name)}`;
};

const extendedValue = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
