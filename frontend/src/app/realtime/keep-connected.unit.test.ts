import { describe, expect, it } from 'vitest';
import { keepConnected } from './keep-connected.ts';
import type { QuorumSocket } from './socket-port.ts';

/** When clients that were refused at the same moment try again, in milliseconds. */
const retriesOf = (clients: number): readonly number[] =>
  Array.from({ length: clients }, (_, index) => {
    const delays: number[] = [];
    const socket = { active: false, connected: false, connect: () => socket } as unknown as QuorumSocket;
    const handlers = {
      connection: () => {},
      refused: () => {},
      later: (_work: () => void, milliseconds: number) => {
        delays.push(milliseconds);
        return () => {};
      },
      hasBegun: () => true,
    };
    const line = keepConnected(socket, handlers, () => index / clients);
    line.start();
    line.onRefused();
    return delays[0] ?? 0;
  });

describe('clients refused at the same moment', () => {
  it('reconnect over five seconds, at most a few at once', () => {
    const retries = retriesOf(200);
    expect([Math.min(...retries), Math.max(...retries)]).toEqual([2_500, 7_475]);
    const inSameMoment = (moment: number) => retries.filter((at) => Math.abs(at - moment) <= 50).length;
    expect(Math.max(...retries.map(inSameMoment))).toBeLessThanOrEqual(5);
  });
});
