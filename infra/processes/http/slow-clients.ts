import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { hasBody } from '@quorum/service-kit/http/read-input.ts';

/** Milliseconds for a body that is not an upload, from head to end. */
const BODY_TIMEOUT_MS = 25_000;

/** Milliseconds between checks that the rest keeps arriving after the response. */
const CHECK_INTERVAL_MS = 7_000;

/** Bytes that must arrive between two checks. A refused but honest upload is much faster. */
const MIN_BYTES = 7168;

/** Bytes still read after the response, so that a browser in mid-upload gets to see it. */
const MAX_BYTES = limits.video + 1_048_576;

/** Uploads take as long as they take; their receiver watches their rate. */
const isUpload = ({ url = '', headers }: IncomingMessage): boolean =>
  url.startsWith('/api/') && /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Closes connections whose body does not arrive, no matter who answers the request. */
export const watchBody = (request: IncomingMessage, response: ServerResponse): void => {
  if (!hasBody(request)) return;
  const { socket } = request;
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => clearTimeout(timer);
  const close = (): void => void socket.destroy();
  if (!isUpload(request)) timer = setTimeout(close, BODY_TIMEOUT_MS);

  const watchRest = (): void => {
    stop();
    if (request.complete) return;
    const before = socket.bytesRead;
    let seen = before;
    timer = setInterval(() => {
      const { bytesRead } = socket;
      if (bytesRead - seen < MIN_BYTES || bytesRead - before > MAX_BYTES) close();
      seen = bytesRead;
    }, CHECK_INTERVAL_MS);
  };
  response.once('finish', watchRest);
  request.once('end', stop);
  socket.once('close', stop);
  // A connection serves many requests, and none may leave a listener behind.
  request.once('close', () => request.complete && socket.off('close', stop));
};

/**
 * Milliseconds within which the client must take some of a response. The system frees its buffer in steps of up to 1.6 MB
 * (measured), so 14 KB/s is enough. A browser requests the rest of a paused video when it resumes.
 */
const READ_TIMEOUT_MS = 120_000;

/**
 * Closes the connection if the client stops reading a response, because only so many files and exports are read at once. Time with
 * nothing to send does not count.
 * @param timeout milliseconds; only tests change it.
 */
export const watchReader = (response: ServerResponse, timeout = READ_TIMEOUT_MS): void => {
  // For this response only: between requests the server sets its own time-out.
  response.setTimeout(timeout, () => {
    if (response.writableLength > 0) response.socket?.destroy();
    else response.socket?.setTimeout(timeout);
  });
};
