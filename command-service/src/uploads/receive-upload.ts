import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import { cleanFileName } from './clean-file-name.ts';
import { type FilePart, type Multipart, type MultipartOptions, readMultipart } from './multipart.ts';
import { HEAD_BYTES, type RecognisedFile, recognise } from './recognise.ts';
import { RunningUploads } from './running-uploads.ts';
import type { UploadAllowance, UploadRule } from './upload-rules.ts';

export type ReceivedFile = RecognisedFile & {
  /** Under which it lies in the store. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Cleaned by {@link cleanFileName}. */
  readonly name: string;
  readonly uploaderId: string;
};

export type UploadOptions = MultipartOptions & {
  readonly store: FileStore;
  /** A new id for the file. */
  readonly newId: () => string;
  readonly rule: UploadRule;
  /** Who sends it. */
  readonly uploaderId: string;
  /** Asked before the file is stored, with the most bytes that it can have. */
  readonly reserve?: (bytes: number) => Promise<Refusal | undefined>;
  /**
   * Asked when the file begins, with the text fields that came before it: a refusal here saves its transfer. Fields that
   * follow the file are in the result only, so what is decided here is decided again there.
   */
  readonly accept?: (fields: ReadonlyMap<string, string>) => Promise<Refusal | undefined>;
};

type Result<File> =
  | {
      readonly ok: true;
      readonly fields: ReadonlyMap<string, string>;
      readonly file: File;
      /** Of all that was sent: fields, name and bytes. Tells a repeat from another upload. */
      readonly digest: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

export type UploadResult = Result<ReceivedFile>;
export type FormResult = Result<ReceivedFile | undefined>;

/** What a multipart body may weigh beside its file. */
const MOST_OVERHEAD = 1_048_576;
/** Uploads of one person at a time. */
const MOST_RUNNING = 8;
/** Seconds after which somebody with too many uploads may try again. */
const RETRY_AFTER = 5;

const running = new RunningUploads(MOST_RUNNING);

/**
 * Streams the one file of a multipart request into the store, in little memory, and tells what it is. A refused, failed or
 * aborted upload leaves nothing behind.
 * @throws FileStoreUnavailableError
 */
export const receiveUpload = async (request: IncomingMessage, options: UploadOptions): Promise<UploadResult> => {
  const received = await receive(request, { ...options, optional: false });
  if (!received.ok) return received;
  const { file } = received;
  return file === undefined ? { ok: false, refusal: refuse('upload/missing') } : { ...received, file };
};

/** As {@link receiveUpload}, of a form whose file may be missing. */
export const receiveForm = (request: IncomingMessage, options: UploadOptions): Promise<FormResult> =>
  receive(request, { ...options, optional: true });

const receive = async (request: IncomingMessage, options: UploadOptions): Promise<FormResult> => {
  const body = readMultipart(request, options);
  const end = running.begin(options.uploaderId);
  if (end === undefined) return refused(body, refuse('request/too-many', undefined, RETRY_AFTER));
  try {
    return await receiveBody(body, request, options);
  } finally {
    end();
  }
};

const receiveBody = async (body: Multipart, request: IncomingMessage, options: UploadOptions): Promise<FormResult> => {
  const part = await body.file;
  if (part === undefined) return withoutFile(body, options);

  const content = await beginningOf(part);
  if (content === undefined) return refused(body, refuse('upload/interrupted'));
  // What a browser sends of a file field in which nothing was chosen.
  if (part.name === '' && content.head.length === 0) return withoutFile(body, options);

  const name = cleanFileName(part.name);
  const recognised = await recognise(content.head, name);
  const allowance = await allowanceOf(recognised, body, request, options);
  if (isRefusal(allowance)) return refused(body, allowance);

  const hash = createHash('sha256');
  const stored = await store(body, limited(body, content, allowance, hash), options);
  if (!stored.ok) return stored;
  const { fields } = body;
  const { uploaderId } = options;
  const digest = digestOf(fields, name, hash.digest('base64url'));
  return { ok: true, fields, file: { ...recognised, ...stored.file, name, uploaderId }, digest };
};

/** What a file of this kind may be, or why it is not taken. Nothing of it is stored before. */
const allowanceOf = async (
  recognised: RecognisedFile,
  { fields }: Multipart,
  request: IncomingMessage,
  { rule, accept, reserve }: UploadOptions,
): Promise<UploadAllowance | Refusal> => {
  const allowance = rule(recognised);
  if (isRefusal(allowance)) return allowance;
  const announced = announcedSize(request);
  if (announced > allowance.limit + MOST_OVERHEAD) return allowance.tooLarge(announced);
  const denied = await accept?.(fields);
  return denied ?? (await reserve?.(Math.min(announced || allowance.limit, allowance.limit))) ?? allowance;
};

const withoutFile = async (body: Multipart, { optional }: UploadOptions): Promise<FormResult> => {
  if (optional !== true) return refused(body, refuse('upload/missing'));
  const refusal = await body.end;
  if (refusal !== undefined) return { ok: false, refusal };
  return { ok: true, fields: body.fields, file: undefined, digest: digestOf(body.fields) };
};

/** The order of fields makes no difference. */
const digestOf = (fields: ReadonlyMap<string, string>, ...file: readonly string[]): string => {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, file]))
    .digest('base64url');
};

/** Stops the upload, unless it had stopped before, for the reason that counts. */
const refused = async (body: Multipart, reason: Refusal): Promise<{ ok: false; refusal: Refusal }> => {
  body.stop(reason);
  return { ok: false, refusal: (await body.end) ?? reason };
};

type Content = { readonly head: Buffer; readonly rest: AsyncIterator<Buffer> };

/** The first bytes, and the iterator of what follows; `undefined` when the stream breaks off. */
const beginningOf = async ({ stream }: FilePart): Promise<Content | undefined> => {
  const rest: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  try {
    for (let length = 0; length < HEAD_BYTES; ) {
      const next: IteratorResult<Buffer, unknown> = await rest.next();
      if (next.done) break;
      chunks.push(next.value);
      length += next.value.length;
    }
  } catch {
    // Why the stream broke off is told by the end of the body.
    return undefined;
  }
  return { head: Buffer.concat(chunks), rest };
};

/** The file has more bytes than its kind may have. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The file is too large');
    this.refusal = refusal;
  }
}

/** All of the file again, hashed on its way; breaks off, and stops the upload, at the first byte too many. */
const limited = (
  body: Multipart,
  { head, rest }: Content,
  { limit, tooLarge }: UploadAllowance,
  hash: Hash,
): Readable => {
  const bytes = async function* (): AsyncGenerator<Buffer> {
    let size = 0;
    for (let chunk: Buffer | undefined = head; chunk !== undefined; ) {
      size += chunk.length;
      if (size > limit) {
        const refusal = tooLarge(undefined);
        body.stop(refusal);
        throw new TooLargeError(refusal);
      }
      hash.update(chunk);
      if (chunk.length > 0) yield chunk;
      const next: IteratorResult<Buffer> = await rest.next();
      chunk = next.done ? undefined : next.value;
    }
  };
  return Readable.from(bytes(), { objectMode: false });
};

const store = async (
  body: Multipart,
  bytes: Readable,
  { store: files, newId }: UploadOptions,
): Promise<{ ok: true; file: { id: string; size: number } } | { ok: false; refusal: Refusal }> => {
  const id = newId();
  try {
    const { size } = await files.write(id, bytes);
    const refusal = await body.end;
    if (refusal === undefined) return { ok: true, file: { id, size } };
    await files.remove(id);
    return { ok: false, refusal };
  } catch (error) {
    // Either the body was stopped, which made the write fail, or the store failed, which stops the body.
    const unavailable = refuse('service/unavailable');
    body.stop(unavailable);
    const refusal = await body.end;
    // The body may have come in whole before its last bytes were found to be too many.
    if (error instanceof TooLargeError) return { ok: false, refusal: refusal ?? error.refusal };
    if (refusal === undefined || refusal === unavailable) throw error;
    return { ok: false, refusal };
  }
};

/** Size of the whole body as announced, in bytes; 0 when it is not. The parser holds it to that. */
const announcedSize = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0);
