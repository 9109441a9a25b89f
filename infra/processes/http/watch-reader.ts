import type { ServerResponse } from 'node:http';

/**
 * Milliseconds in which something of a response must be taken. The system makes room for more only in steps of up to 1.6 MB (measured),
 * so that anyone who takes 14 KB/s keeps going. The rest of a video that is paused for longer is asked for when it goes on.
 */
const PATIENCE = 120_000;

/**
 * Closes the connection of a response of which the client takes nothing: the number of files and exports that are read at once is
 * limited for all together. Time in which nothing waits to be sent does not count.
 * @param patience milliseconds; only tests change it.
 */
export const watchReader = (response: ServerResponse, patience = PATIENCE): void => {
  // The time-out of a socket ends with the response: the server sets its own for what comes between two requests.
  response.setTimeout(patience, () => {
    if (response.writableLength > 0) response.socket?.destroy();
    else response.socket?.setTimeout(patience);
  });
};
