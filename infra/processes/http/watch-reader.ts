import type { ServerResponse } from 'node:http';

/**
 * Milliseconds within which the client must take some of a response. The system frees its buffer in steps of up to 1.6 MB
 * (measured), so 14 KB/s is enough. A browser requests the rest of a paused video when it resumes.
 */
const TIMEOUT_MS = 120_000;

/**
 * Closes the connection if the client stops reading a response, because only so many files and exports are read at once. Time with
 * nothing to send does not count.
 * @param timeout milliseconds; only tests change it.
 */
export const watchReader = (response: ServerResponse, timeout = TIMEOUT_MS): void => {
  // For this response only: between requests the server sets its own time-out.
  response.setTimeout(timeout, () => {
    if (response.writableLength > 0) response.socket?.destroy();
    else response.socket?.setTimeout(timeout);
  });
};
