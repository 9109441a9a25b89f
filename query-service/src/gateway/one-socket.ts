import type { EventEmitter } from 'node:events';

type Line = EventEmitter & { close(discard: boolean): void };

/** How a packet begins that asks for a socket. */
const CONNECT = '0';

/**
 * A browser opens one socket on a line, while the engine lets any number of them share it. Who asks for another is cut off
 * before there is one: each would be admitted by itself.
 */
export const allowOneSocket = (engine: EventEmitter): void => {
  engine.on('connection', (line: Line) => {
    let asked = false;
    line.prependListener('data', (packet: unknown) => {
      if (typeof packet !== 'string' || !packet.startsWith(CONNECT)) return;
      if (asked) line.close(true);
      asked = true;
    });
  });
};
