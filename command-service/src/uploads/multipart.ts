import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import busboy from 'busboy';

export type MultipartOptions = {
  /** Name of the only file field. */
  readonly field: string;
  /** Whether the file is optional. */
  readonly optional?: boolean;
  /** Text fields to keep. Others are skipped. */
  readonly textFields?: readonly string[];
  /** Milliseconds without a byte after which an upload is aborted. Its total time is not limited. */
  readonly silence?: number;
  /** Milliseconds over which at least 1 KB/s must arrive. */
  readonly patience?: number;
};

/** Browsers escape these three characters in the name of a file, and no others (HTML, multipart/form-data encoding). */
const unescaped = (name: string): string => name.replace(/%(22|0D|0A)/gi, (escaped) => decodeURIComponent(escaped));

export type FilePart = { readonly name: string; readonly stream: Readable };

export type Multipart = {
  /** The fields read so far; complete once `end` has settled. */
  readonly fields: ReadonlyMap<string, string>;
  /** Settles where the file begins, or with `undefined` if there is no file or reading stopped before it. */
  readonly file: Promise<FilePart | undefined>;
  /** Settles when the body has been read to its end, with the refusal if reading was stopped. */
  readonly end: Promise<Refusal | undefined>;
  /**
   * Fails the file's stream, and discards the rest of the body, which the server limits as that of every request that is answered. The
   * first reason counts.
   */
  readonly stop: (reason: Refusal) => void;
};

const IDLE_TIMEOUT_MS = 20_000;
const PACE_WINDOW_MS = 30_000;
/** Bytes per second. A slower client only occupies a connection. */
const MIN_PACE = 1024;
/** Samples per window that decide whether the client or the store is the slow side. */
const SAMPLES_PER_WINDOW = 30;
const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 32_768;

/** A promise settled from outside. Only the first settlement counts. */
type Deferred<T> = { readonly promise: Promise<T>; readonly resolve: (value: T) => void };

const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

/** Reads a multipart body with limits on everything but the file's size. Never rejects: problems are refusals. */
export const readMultipart = (request: IncomingMessage, options: MultipartOptions): Multipart => {
  const fields = new Map<string, string>();
  const file = deferred<FilePart | undefined>();
  const end = deferred<Refusal | undefined>();
  let part: Readable | undefined;
  let over = false;
  const patience = { silence: options.silence ?? IDLE_TIMEOUT_MS, window: options.patience ?? PACE_WINDOW_MS };

  const finish = (reason: Refusal | undefined): void => {
    if (over) return;
    over = true;
    watch.stop();
    if (reason !== undefined) {
      if (parser !== undefined) request.unpipe(parser);
      part?.destroy(new Error(`The upload was refused: ${reason.refused}`));
      request.resume();
    }
    file.resolve(undefined);
    end.resolve(reason);
  };

  const watch = watchPace(request, patience, () => finish(refuse('upload/stalled')));
  const parser = parserOf(request);
  if (parser === undefined) {
    finish(refuse('request/unsupported-type'));
    return { fields, file: file.promise, end: end.promise, stop: finish };
  }

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated || fields.has(name)) finish(refuse('upload/malformed'));
    else if (options.textFields?.includes(name)) fields.set(name, value);
  });
  parser.on('file', (name, stream, { filename }) => {
    // `end` reports its failure. Without a listener it would crash the process.
    stream.on('error', () => {});
    if (over || name !== options.field) {
      stream.resume();
      finish(refuse('upload/missing'));
      return;
    }
    part = stream;
    file.resolve({ name: unescaped(filename ?? ''), stream });
  });
  for (const limit of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const) {
    parser.on(limit, () => finish(refuse('upload/malformed')));
  }
  parser.on('error', () => finish(refuse('upload/malformed')));
  parser.on('close', () =>
    finish(part === undefined && options.optional !== true ? refuse('upload/missing') : undefined),
  );
  request.on('close', () => {
    if (!request.complete) finish(refuse('upload/interrupted'));
  });
  request.on('error', () => finish(refuse('upload/interrupted')));
  request.pipe(parser);

  return { fields, file: file.promise, end: end.promise, stop: finish };
};

const parserOf = (request: IncomingMessage): busboy.Busboy | undefined => {
  if (!/^multipart\/form-data\s*;/i.test(request.headers['content-type'] ?? '')) return undefined;
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { files: 1, fields: MAX_FIELDS, parts: MAX_FIELDS + 1, fieldSize: MAX_FIELD_BYTES, headerPairs: 32 },
    });
  } catch {
    // The content type has no boundary.
    return undefined;
  }
};

/** Milliseconds without a byte, and over which the minimum rate applies. */
type Patience = { readonly silence: number; readonly window: number };

/**
 * Calls back when the client sends nothing for a while, or too little for long. Time spent waiting for the store does not count.
 */
const watchPace = (
  request: IncomingMessage,
  { silence, window }: Patience,
  onStalled: () => void,
): { stop: () => void } => {
  const isClients = (): boolean => !request.complete && !request.isPaused();
  const quiet = setTimeout(() => {
    if (isClients()) onStalled();
    else quiet.refresh();
  }, silence);

  let samples = 0;
  let bytes = 0;
  const slow = setInterval(() => {
    if (isClients()) samples += 1;
    if (samples < SAMPLES_PER_WINDOW) return;
    if (bytes < (MIN_PACE * window) / 1000) onStalled();
    samples = 0;
    bytes = 0;
  }, window / SAMPLES_PER_WINDOW);

  const received = (chunk: Buffer): void => {
    quiet.refresh();
    bytes += chunk.length;
  };
  request.on('data', received);
  // Attaching a listener alone would start the flow before the parser is ready.
  request.pause();
  return {
    stop: () => {
      clearTimeout(quiet);
      clearInterval(slow);
      request.off('data', received);
    },
  };
};
