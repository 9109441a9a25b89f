import { EventEmitter } from 'node:events';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import { Semaphore } from '@quorum/service-kit/semaphore.ts';
import { describe, expect, it, vi } from 'vitest';
import type { Connection } from './connections/connection.ts';
import type { Frame } from './frames.ts';
import { type ReplayParts, replay } from './replay.ts';

/** Characters of a frame: a page of them is more than may wait. */
const LENGTH = 2_000;
const NEWEST = 2_000;

/** Everything here only awaits promises, which settle by the next turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A connection of which the client takes nothing until the test says so. */
const slowConnection = (audiences: readonly string[]) => {
  const conn = Object.assign(new EventEmitter(), { writeBuffer: [] as (Frame & { data: string })[] });
  const taken: Frame[] = [];
  const reloaded: string[] = [];
  const joined: string[] = [];
  const connection = {
    conn,
    data: {
      actor: { userId: 'ada' },
      held: new Map(audiences.map((audience) => [audience, { replay: undefined }])),
      pages: new Semaphore(1),
    },
    emit: (name: string, payload: unknown, at: Pick<Frame, 'audience' | 'sequence'>) => {
      if (name === 'reload') reloaded.push((payload as Frame).audience);
      else conn.writeBuffer.push({ name, payload, ...at, data: 'x'.repeat(LENGTH) } as never);
    },
    leave: () => {},
  } as unknown as Connection;
  return {
    connection,
    conn,
    taken,
    reloaded,
    joined,
    drain: () => {
      taken.push(...conn.writeBuffer.splice(0));
      conn.emit('drain');
    },
  };
};

/** Each audience has the changes 1 to `NEWEST`. */
const gateway = (joined: string[], allowance = new Allowance(1, { now: () => 0 }, 1_000_000)) => {
  let reads = 0;
  const parts = {
    context: {
      clock: { now: () => 0 },
      reads: {
        changesAfter: async (audience: string, last: number, limit: number) => {
          reads += 1;
          return Array.from({ length: limit }, (_, i) => ({ audience, sequence: last + 1 + i }));
        },
      },
    },
    framesOf: async (changes: readonly Frame[]) => changes.map((change) => ({ ...change, name: 'newMessage' })),
    feed: { delivered: () => NEWEST },
    rooms: { join: (_: Connection, audience: string) => void joined.push(audience) },
    semaphore: new Semaphore(8),
    allowance,
  } as unknown as ReplayParts;
  return { parts, reads: () => reads };
};

describe('the replay of what a connection missed', () => {
  it('the replay of what a connection missed continues only as the client takes what was sent, and in order (CQRS-05)', async () => {
    const { connection, conn, taken, joined, drain } = slowConnection(['rowing']);
    const { parts, reads } = gateway(joined);
    const replayed = replay(parts, connection, 'rowing', 0);
    await settled();
    expect(reads()).toBeLessThanOrEqual(2);
    expect(conn.writeBuffer.length * LENGTH).toBeLessThan(131_072 + 2 * LENGTH);
    expect(joined).toEqual([]);
    while (taken.length < NEWEST) {
      drain();
      await settled();
    }
    expect(await replayed).toBe(NEWEST);
    expect(taken.map(({ sequence }) => sequence)).toEqual(Array.from({ length: NEWEST }, (_, i) => i + 1));
    expect(joined).toEqual(['rowing']);
  });

  it('the replay of what a connection missed sends no more to a slow client that asks for many audiences at once (SAFE-06)', async () => {
    const audiences = Array.from({ length: 50 }, (_, i) => `group-${i}`);
    const { connection, conn, joined } = slowConnection(audiences);
    const { parts, reads } = gateway(joined);
    for (const audience of audiences) void replay(parts, connection, audience, 0);
    await settled();
    expect(reads()).toBeLessThanOrEqual(2);
    expect(conn.writeBuffer.length * LENGTH).toBeLessThan(131_072 + 2 * LENGTH);
  });

  it('the replay of what a connection missed ends with the connection that it waits for', async () => {
    const { connection, conn, joined } = slowConnection(['rowing']);
    const { parts, reads } = gateway(joined);
    const replayed = replay(parts, connection, 'rowing', 0);
    await expect.poll(() => conn.writeBuffer.length).toBeGreaterThan(0);
    const before = reads();
    connection.data.held.clear();
    conn.emit('close');
    await replayed;
    expect(reads()).toBe(before);
    expect([conn.eventNames(), joined]).toEqual([[], []]);
  });

  it('the replay of what a connection missed waits while the allowance of its person is spent (SAFE-06)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    let now = 0;
    const allowance = new Allowance(1, { now: () => now }, 10);
    allowance.charge('ada', 10);
    const { connection, conn, joined } = slowConnection(['rowing']);
    const { parts, reads } = gateway(joined, allowance);
    void replay(parts, connection, 'rowing', 0);
    await settled();
    expect([reads(), conn.writeBuffer.length]).toEqual([0, 0]);
    now = 5000;
    await vi.advanceTimersByTimeAsync(250);
    await expect.poll(() => conn.writeBuffer.length).toBeGreaterThan(0);
    vi.useRealTimers();
  });

  it('the replay of what a connection missed waits while too many calls of its person are in line (SAFE-06)', async () => {
    const allowance = new Allowance(1, { now: () => 0 }, 1_000_000);
    const { connection, joined } = slowConnection(['rowing']);
    let tries = 0;
    // Without a wait, it would try for ever.
    const refuseTwice = (next: () => Promise<unknown>) => (++tries > 2 ? next() : refuse('request/too-many'));
    vi.spyOn(allowance, 'inTurn').mockImplementation((async (_: string, next: () => Promise<unknown>) =>
      refuseTwice(next)) as typeof allowance.inTurn);
    const { parts, reads } = gateway(joined, allowance);
    void replay(parts, connection, 'rowing', 0);
    await settled();
    expect([tries, reads()]).toEqual([1, 0]);
    await expect.poll(() => reads()).toBeGreaterThan(0);
  });
});
