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
  it('clients refused at the same moment reconnect over five seconds, at most a few at once', () => {
    const retries = retriesOf(200);
    expect([Math.min(...retries), Math.max(...retries)]).toEqual([2_500, 7_475]);
    const inSameMoment = (moment: number) => retries.filter((at) => Math.abs(at - moment) <= 50).length;
    expect(Math.max(...retries.map(inSameMoment))).toBeLessThanOrEqual(5);
  });
});

it('a refused client waits before it tries again, although its calls are answered', () => {
  let tries = 0;
  let endWait = () => {};
  const socket = {
    active: false,
    connected: false,
    connect: () => {
      tries += 1;
    },
    disconnect: () => socket,
  } as unknown as QuorumSocket;
  const line = keepConnected(socket, {
    connection: () => {},
    // Whether the session is still valid is a call too.
    refused: () => line.retryNow(),
    later: (work) => {
      endWait = work;
      return () => {};
    },
    hasBegun: () => true,
  });
  line.start();
  line.onRefused();
  line.retryNow();
  expect(tries).toBe(1);
  endWait();
  expect(tries).toBe(2);
  line.retryNow();
  expect(tries).toBe(3);
});
