import type { EventEmitter } from 'node:events';

type Line = EventEmitter & { close(discard: boolean): void };

/** Prefix of a packet that asks for a socket. */
const CONNECT = '0';

/**
 * A browser opens one socket per connection, but the engine allows any number. A client that asks for another is disconnected
 * first, because each would be admitted separately.
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
