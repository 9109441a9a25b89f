import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Client, Reachable } from './product.ts';

const BOUNDARY = 'quorum-boundary';

export type Sent = {
  readonly path: string;
  /** Name of the file's field. */
  readonly field: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly name: string;
  readonly type?: string;
  /** The first bytes of the file; zeros follow up to its size. */
  readonly head: Uint8Array;
  /** Size in bytes; that of the head if absent. */
  readonly size?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Hangs up after this many bytes of the file. */
  readonly hangUpAfter?: number;
};

export type UploadAnswer<T> = { readonly status: number; readonly body: T & { readonly error?: string } };

const begin = ({ origin }: Reachable, client: Client, { path, headers }: Sent, length: number): ClientRequest =>
  request(`${origin}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.token}`,
      'x-forwarded-for': client.address,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': length,
      ...headers,
    },
  });

const answerOf = async <T>(sent: ClientRequest): Promise<UploadAnswer<T>> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString()) as T & { error?: string };
  return { status: response.statusCode ?? 0, body };
};

/** Uploads a file piece by piece, as fast as the server reads it. `undefined` if it hung up on purpose. */
export const upload = async <T>(
  product: Reachable,
  client: Client,
  sent: Sent,
): Promise<UploadAnswer<T> | undefined> => {
  const { field, fields = {}, name, type, head, size = head.length, hangUpAfter } = sent;
  const texts = Object.entries(fields).map(
    ([key, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const opening = Buffer.from(
    `${texts.join('')}--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\n` +
      `${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
  );
  const closing = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  const outgoing = begin(product, client, sent, opening.length + size + closing.length);
  const answer = answerOf<T>(outgoing);
  // Hanging up fails the request, as intended.
  if (hangUpAfter !== undefined) answer.catch(() => {});
  outgoing.write(opening);
  outgoing.write(head.subarray(0, size));
  const piece = Buffer.alloc(65_536);
  for (let done = Math.min(head.length, size); done < size; ) {
    if (hangUpAfter !== undefined && done >= hangUpAfter) {
      outgoing.destroy();
      return undefined;
    }
    const part = piece.subarray(0, Math.min(piece.length, size - done));
    done += part.length;
    if (!outgoing.write(part)) await Promise.race([once(outgoing, 'drain'), answer]);
  }
  outgoing.end(closing);
  return answer;
};

/** First bytes of some kinds of files. */
export const heads = {
  mp4: Buffer.from([0, 0, 0, 16, ...Buffer.from('ftypisom'), 0, 0, 2, 0]),
  pdf: Buffer.from('%PDF-1.7\n'),
} as const;
