import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@quorum/contracts/wire/limits.ts';

/** Milliseconds. */
export type BodyPatience = {
  /** For a body that is no upload, from its head to its end. */
  readonly whole: number;
  /** After the answer the rest has to keep coming: so often it is looked whether it does. */
  readonly rest: number;
};

const PATIENCE: BodyPatience = { whole: 25_000, rest: 7000 };

/** Bytes that have to come between two looks: an honest upload that was refused goes on much faster. */
const LEAST = 7168;
/** Bytes that are read over after the answer, so that a browser in the middle of an upload gets to see it. */
const MOST = limits.video + 1_048_576;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  (headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined;

/** Uploads take as long as they take; their receiver watches their pace. */
const isUpload = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/api/') && /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Closes connections whose body does not come, whoever answers the request and however. */
export const watchBody = (
  request: IncomingMessage,
  response: ServerResponse,
  { whole, rest }: BodyPatience = PATIENCE,
): void => {
  if (!hasBody(request)) return;
  const { socket } = request;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const close = (): void => void socket.destroy();
  if (!isUpload(request)) timer = setTimeout(close, whole);

  const watchRest = (): void => {
    stop();
    if (request.complete) return;
    const before = socket.bytesRead;
    let seen = before;
    timer = setInterval(() => {
      const { bytesRead } = socket;
      if (bytesRead - seen < LEAST || bytesRead - before > MOST) close();
      seen = bytesRead;
    }, rest);
  };
  response.once('finish', watchRest);
  request.once('end', stop);
  socket.once('close', stop);
  // A connection is used for many requests; none of them leaves a listener behind.
  request.once('close', () => request.complete && socket.off('close', stop));
};
