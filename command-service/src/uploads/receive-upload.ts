import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { personSubject } from '@quorum/domain/event-definition.ts';
import { RunningStreams } from '@quorum/service-kit/http/running-streams.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import { cleanFileName } from './clean-file-name.ts';
import { type FilePart, type Multipart, type MultipartOptions, readMultipart } from './multipart.ts';
import { HEAD_BYTES, type RecognizedFile, recognize } from './recognize.ts';
import type { UploadAllowance, UploadRule } from './upload-rules.ts';

export type ReceivedFile = RecognizedFile & {
  /** Its id in the store. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
  /** Cleaned by {@link cleanFileName}. */
  readonly name: string;
  readonly uploaderId: string;
};

export type UploadOptions = MultipartOptions & {
  readonly store: FileStore;
  readonly newId: () => string;
  readonly rule: UploadRule;
  readonly uploaderId: string;
  /** Called before the file is stored, with its maximum size in bytes. */
  readonly reserve?: (bytes: number) => Promise<Refusal | undefined>;
  /**
   * Called when the file begins, with the text fields before it: a refusal here saves the transfer. Fields after the file are
   * only in the result, so this decision is repeated there.
   */
  readonly accept?: (fields: ReadonlyMap<string, string>) => Promise<Refusal | undefined>;
};

type Result<File> =
  | {
      readonly ok: true;
      readonly fields: ReadonlyMap<string, string>;
      readonly file: File;
      /** Digest of everything sent: fields, name and bytes. Distinguishes a repeat from another upload. */
      readonly digest: string;
    }
  | { readonly ok: false; readonly refusal: Refusal };

export type UploadResult = Result<ReceivedFile>;
export type FormResult = Result<ReceivedFile | undefined>;

/** Bytes that a multipart body may have besides its file. */
const MAX_OVERHEAD = 1_048_576;
/** Concurrent uploads per person. */
const MAX_RUNNING = 8;
/** Seconds until someone with too many uploads may retry. */
const RETRY_AFTER_SECONDS = 5;

const running = new RunningStreams({ ofKey: MAX_RUNNING });

/**
 * Streams the one file of a multipart request into the store, in little memory, and returns what it is. A refused, failed or
 * aborted upload leaves nothing behind.
 * @throws FileStoreUnavailableError
 */
export const receiveUpload = async (request: IncomingMessage, options: UploadOptions): Promise<UploadResult> => {
  const received = await receive(request, { ...options, optional: false });
  if (!received.ok) return received;
  const { file } = received;
  return file === undefined ? { ok: false, refusal: refuse('upload/missing') } : { ...received, file };
};

/** Like {@link receiveUpload}, for a form whose file is optional. */
export const receiveForm = (request: IncomingMessage, options: UploadOptions): Promise<FormResult> =>
  receive(request, { ...options, optional: true });

const receive = async (request: IncomingMessage, options: UploadOptions): Promise<FormResult> => {
  const body = readMultipart(request, options);
  const end = running.begin(options.uploaderId);
  if (end === undefined) return refused(body, refuse('request/too-many', undefined, RETRY_AFTER_SECONDS));
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
  // Browsers send this for an empty file field.
  if (part.name === '' && content.head.length === 0) return withoutFile(body, options);

  const name = cleanFileName(part.name);
  const recognized = await recognize(content.head, name);
  const allowance = await allowanceOf(recognized, body, request, options);
  if (isRefusal(allowance)) return refused(body, allowance);

  const hash = createHash('sha256');
  const stored = await store(body, limited(body, content, allowance, hash), options);
  if (!stored.ok) return stored;
  const { fields } = body;
  const { uploaderId } = options;
  const digest = digestOf(fields, name, hash.digest('base64url'));
  return { ok: true, fields, file: { ...recognized, ...stored.file, name, uploaderId }, digest };
};

/** Limits for a file of this kind, or why it is refused. Nothing is stored before this. */
const allowanceOf = async (
  recognized: RecognizedFile,
  { fields }: Multipart,
  request: IncomingMessage,
  { rule, accept, reserve }: UploadOptions,
): Promise<UploadAllowance | Refusal> => {
  const allowance = rule(recognized);
  if (isRefusal(allowance)) return allowance;
  const announced = announcedSize(request);
  if (announced > allowance.limit + MAX_OVERHEAD) return allowance.tooLarge(announced);
  const denied = await accept?.(fields);
  return denied ?? (await reserve?.(Math.min(announced || allowance.limit, allowance.limit))) ?? allowance;
};

const withoutFile = async (body: Multipart, { optional }: UploadOptions): Promise<FormResult> => {
  if (optional !== true) return refused(body, refuse('upload/missing'));
  const refusal = await body.end;
  if (refusal !== undefined) return { ok: false, refusal };
  return { ok: true, fields: body.fields, file: undefined, digest: digestOf(body.fields) };
};

/** Independent of the order of fields. */
const digestOf = (fields: ReadonlyMap<string, string>, ...file: readonly string[]): string => {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted, file]))
    .digest('base64url');
};

/** Stops the upload. If it had already stopped, the earlier reason counts. */
const refused = async (body: Multipart, reason: Refusal): Promise<{ ok: false; refusal: Refusal }> => {
  body.stop(reason);
  return { ok: false, refusal: (await body.end) ?? reason };
};

type Content = { readonly head: Buffer; readonly rest: AsyncIterator<Buffer> };

/** The first bytes, and an iterator over the rest; `undefined` if the stream breaks off. */
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
    // The end of the body says why the stream broke off.
    return undefined;
  }
  return { head: Buffer.concat(chunks), rest };
};

/** The file is larger than its kind allows. */
class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The file is too large');
    this.refusal = refusal;
  }
}

/** The whole file, hashed as it passes. Breaks off and stops the upload at the first byte over the limit. */
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
  { store: files, newId, uploaderId }: UploadOptions,
): Promise<{ ok: true; file: { id: string; size: number } } | { ok: false; refusal: Refusal }> => {
  const id = newId();
  try {
    const { size } = await files.write(id, bytes, personSubject(uploaderId));
    const refusal = await body.end;
    if (refusal === undefined) return { ok: true, file: { id, size } };
    await files.remove(id);
    return { ok: false, refusal };
  } catch (error) {
    // Either the body was stopped, which failed the write, or the store failed, which stops the body.
    const unavailable = refuse('service/unavailable');
    body.stop(unavailable);
    const refusal = await body.end;
    // The whole body may have arrived before its last bytes exceeded the limit.
    if (error instanceof TooLargeError) return { ok: false, refusal: refusal ?? error.refusal };
    if (refusal === undefined || refusal === unavailable) throw error;
    return { ok: false, refusal };
  }
};

/** Announced size of the whole body in bytes, or 0. The parser enforces it. */
const announcedSize = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0);
