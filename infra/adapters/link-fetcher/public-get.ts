import zlib from 'node:zlib';
import { Agent, type buildConnector, type Dispatcher, request } from 'undici';
import { publicUrl } from './public-url.ts';

export type Fetched = { readonly url: URL; readonly contentType: string; readonly bytes: Buffer };
export type GetFailure = { readonly error: string };

export type GetOptions = {
  readonly connector: buildConnector.connector;
  readonly accept: string;
  /** Whether a response of this content type is worth reading. */
  readonly wanted: (contentType: string) => boolean;
  /** Whether a response that is too long is a failure. Otherwise the rest is cut off. */
  readonly whole: boolean;
  /** Ends everything: names, connections, redirects, reading. */
  readonly signal: AbortSignal;
};

const MAX_REDIRECTS = 5;

/** Bytes of a response, both transferred and decompressed. */
const MAX_BYTES = 524_288;

const redirects = new Set([301, 302, 303, 307, 308]);

/** One GET on the public web. Follows redirects itself, so that each new address is checked like the first. */
export const publicGet = async (address: string, options: GetOptions): Promise<Fetched | GetFailure> => {
  const { signal } = options;
  if (signal.aborted) return { error: 'timeout' };
  const agent = new Agent({ connect: options.connector, connections: 1, pipelining: 1, keepAliveTimeout: 1 });
  const outOfTime = new Promise<GetFailure>((resolve) => {
    signal.addEventListener('abort', () => resolve({ error: 'timeout' }), { once: true });
  });
  try {
    // A resolver cannot be aborted, so race it against the clock.
    return await Promise.race([outOfTime, follow(address, options, agent)]);
  } finally {
    await agent.destroy();
  }
};

const follow = async (address: string, options: GetOptions, dispatcher: Agent): Promise<Fetched | GetFailure> => {
  let url = publicUrl(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    if (url === undefined) return { error: 'address-refused' };
    try {
      const answer = await request(url, {
        dispatcher,
        signal: options.signal,
        headers: {
          accept: options.accept,
          'accept-encoding': 'gzip, deflate, br',
          'accept-language': 'en;q=0.9, *;q=0.5',
          'user-agent': 'Mozilla/5.0 (compatible; QuorumLinkPreview/1.0)',
        },
      });
      const location = header(answer, 'location');
      if (!redirects.has(answer.statusCode) || location === '') return await read(url, answer, options);
      answer.body.on('error', () => {}).destroy();
      url = publicUrl(location, url);
    } catch (error) {
      return { error: reasonOf(error) };
    }
  }
  return { error: 'too-many-redirects' };
};

const failureOf = (status: number, isWanted: boolean): string | undefined => {
  if (status < 200 || status > 299) return `status-${status}`;
  return isWanted ? undefined : 'type-unwanted';
};

const read = async (
  url: URL,
  answer: Dispatcher.ResponseData,
  { wanted, whole }: GetOptions,
): Promise<Fetched | GetFailure> => {
  const contentType = header(answer, 'content-type');
  const failure = failureOf(answer.statusCode, wanted(contentType.toLowerCase()));
  if (failure !== undefined) {
    // An unread body fails when the agent is destroyed, which is expected.
    answer.body.on('error', () => {}).destroy();
    return { error: failure };
  }
  const body = await firstOf(answer.body);
  if (body.hasMore && whole) return { error: 'too-large' };
  const plain = await inflated(body, header(answer, 'content-encoding').toLowerCase());
  if (plain === undefined) return { error: 'encoding-unreadable' };
  return plain.hasMore && whole ? { error: 'too-large' } : { url, contentType, bytes: plain.bytes };
};

type Beginning = { readonly bytes: Buffer; readonly hasMore: boolean };

const firstOf = async (stream: AsyncIterable<Buffer>): Promise<Beginning> => {
  const chunks: Buffer[] = [];
  let left = MAX_BYTES;
  for await (const chunk of stream) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left < 0) break;
  }
  return { bytes: Buffer.concat(chunks), hasMore: left < 0 };
};

/** Works for a truncated body too; `undefined` if it is corrupt or has an unknown encoding. */
const inflated = async (body: Beginning, encoding: string): Promise<Beginning | undefined> => {
  if (encoding === '' || encoding === 'identity') return body;
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return undefined;
  decoder.end(body.bytes);
  try {
    return await firstOf(decoder);
  } catch {
    return undefined;
  }
};

const decoderOf = (encoding: string): zlib.Unzip | zlib.BrotliDecompress | undefined => {
  const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = zlib.constants;
  if (encoding === 'br') return zlib.createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH });
  return ['gzip', 'x-gzip', 'deflate'].includes(encoding) ? zlib.createUnzip({ finishFlush: Z_SYNC_FLUSH }) : undefined;
};

const header = (answer: Dispatcher.ResponseData, name: string): string => {
  const value = answer.headers[name];
  return (Array.isArray(value) ? value[0] : value)?.trim() ?? '';
};

const reasonOf = (error: unknown): string => {
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'AddressRefusedError') return 'address-refused';
  return typeof code === 'string' ? `failed-${code}` : 'failed';
};
