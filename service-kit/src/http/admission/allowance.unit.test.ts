import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { Allowance } from './allowance.ts';

const MEGABYTE = 1_048_576;
const standing = () => {
  let now = 0;
  const allowance = new Allowance(10, { now: () => now });
  const pass = (ms: number): void => {
    now += ms;
  };
  return { allowance, pass };
};
const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;
/** Streams pass on what they have by then. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const used = (): number => process.cpuUsage().user / 1000;
const toil = (ms: number): void => {
  for (const end = used() + ms; used() < end; );
};

describe('an allowance', () => {
  it('an allowance is charged what a call took after it was answered, and refuses the next one (SAFE-06)', async () => {
    const { allowance, pass } = standing();
    expect(allowance.take('ada')).toBeUndefined();
    await allowance.measure('ada', async () => toil(60));
    expect(allowance.take('ada')).toMatchObject({ refused: 'request/too-many' });
    expect(allowance.take('ben')).toBeUndefined();
    pass(60_000);
    expect(allowance.take('ada')).toBeUndefined();
  });

  it('an allowance is charged for a call that fails too (SAFE-06)', async () => {
    const { allowance } = standing();
    const failing = allowance.measure('ada', async () => {
      toil(60);
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(allowance.isSpent('ada')).toBe(true);
  });

  it('an allowance owes all that a call took, but is free again after half a minute (SAFE-06)', () => {
    const { allowance, pass } = standing();
    allowance.charge('ada', 240);
    pass(19_000);
    expect(allowance.take('ada')).toMatchObject({ refused: 'request/too-many', retryAfter: 2 });
    allowance.charge('ada', 1_000_000);
    pass(30_200);
    expect(allowance.take('ada')).toBeUndefined();
  });

  it('an allowance is spent while 16 MB of answers are unread, and free again once they are read (SAFE-06)', () => {
    const { allowance, pass } = standing();
    const responses = Array.from({ length: 17 }, response);
    for (const each of responses) allowance.written('ada', each, MEGABYTE);
    pass(3_600_000);
    expect(allowance.take('ada')).toMatchObject({ refused: 'request/too-many', retryAfter: 1 });
    responses[0]?.emit('close');
    expect(allowance.take('ada')).toBeUndefined();
  });

  it('an allowance has 16 MB of bodies on their way, and refuses more until a call is answered (SAFE-06)', () => {
    const { allowance } = standing();
    const responses = Array.from({ length: 16 }, response);
    for (const each of responses) expect(allowance.receiving('ada', each, MEGABYTE)).toBeUndefined();
    const refused = { refused: 'request/too-many', retryAfter: 1 };
    expect(allowance.receiving('ada', response(), 1)).toMatchObject(refused);
    expect(allowance.receiving('ben', response(), MEGABYTE)).toBeUndefined();
    responses[0]?.emit('close');
    expect(allowance.receiving('ada', response(), MEGABYTE)).toBeUndefined();
  });

  it('an allowance has eight calls answered at once, and the others wait for them and let other work run before (SAFE-06)', async () => {
    const { allowance } = standing();
    const ends: (() => void)[] = [];
    const call = () => allowance.inTurn('ada', () => new Promise<void>((end) => ends.push(end)));
    const calls = Array.from({ length: 10 }, call);
    expect(ends).toHaveLength(8);
    let begunBefore = Number.NaN;
    setImmediate(() => {
      begunBefore = ends.length;
    });
    ends[0]?.();
    await calls[0];
    await expect.poll(() => ends.length).toBe(9);
    expect(begunBefore).toBe(8);
    allowance.charge('ada', 1000);
    ends[1]?.();
    expect(await calls[9]).toMatchObject({ refused: 'request/too-many' });
  });

  it('an allowance lets a call wait while less than half of it is saved, even if no other one is answered (SAFE-06)', async () => {
    const { allowance, pass } = standing();
    let isBegun = false;
    allowance.charge('ada', 25);
    const call = allowance.inTurn('ada', async () => {
      isBegun = true;
    });
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(isBegun).toBe(false);
    pass(1_000);
    await call;
    expect(isBegun).toBe(true);
  });

  it('an allowance lets calls that had to wait go on once half of it is saved again, or after a while (SAFE-06)', async () => {
    const { allowance, pass } = standing();
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const call = (name: string) =>
      allowance.inTurn('ada', () => {
        begun.push(name);
        return new Promise<void>((end) => ends.push(end));
      });
    const calls = [...'abcdefghij'].map(call);
    allowance.charge('ada', 25);
    ends[0]?.();
    await calls[0];
    await allowance.inTurn('tom', async () => undefined);
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(begun).toEqual([...'abcdefgh']);
    pass(1_000);
    await expect.poll(() => begun).toEqual([...'abcdefghi']);
    allowance.charge('ada', 10);
    ends[1]?.();
    await expect.poll(() => begun, { timeout: 5_000 }).toEqual([...'abcdefghij']);
  });

  it('an allowance pays for the bytes of a file, which goes on while half of it is left (SAFE-06)', async () => {
    const { allowance, pass } = standing();
    const [pacing, got] = [allowance.pacing('ada'), [] as number[]];
    pacing.on('data', ({ length }: Uint8Array) => got.push(length));
    // Of 40 units, the first megabyte takes 8, and the third leaves 16.
    for (let count = 0; count < 4; count++) pacing.write(Buffer.alloc(MEGABYTE));
    await settled();
    expect(got).toHaveLength(3);
    expect(allowance.isSpent('ada')).toBe(false);
    pass(500);
    await expect.poll(() => got.length).toBe(4);
  });

  it('an allowance keeps the bytes of a file no longer than their reader waits (SAFE-06)', async () => {
    const { allowance, pass } = standing();
    allowance.charge('ada', 30);
    const charge = vi.spyOn(allowance, 'charge');
    const [gone, there, got] = [allowance.pacing('ada'), allowance.pacing('ada'), [] as number[]];
    there.on('data', ({ length }: Uint8Array) => got.push(length));
    for (const pacing of [gone, there]) pacing.write(Buffer.alloc(MEGABYTE));
    gone.destroy();
    pass(10_000);
    await expect.poll(() => got.length).toBe(1);
    expect(charge).toHaveBeenCalledTimes(1);
  });

  it('an allowance holds back a hundred refusals of a caller, and cuts further calls off (SAFE-06)', async () => {
    vi.useFakeTimers();
    const { allowance } = standing();
    const cutOff = vi.fn();
    const held = Array.from({ length: 100 }, () => allowance.holdBack('ada', cutOff));
    expect(cutOff).not.toHaveBeenCalled();
    await allowance.holdBack('ada', cutOff);
    expect(cutOff).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(held);
    expect(cutOff).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
