import { Readable } from 'node:stream';
import { UnreadableStreamError } from '@quorum/service-kit/ports/event-store.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { removeOrphanedFiles, startOrphanedFileRemoval } from './orphaned-files.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const digits = [...'0123456789abcdef'];
const idOf = (digit: string, number = 0): string =>
  `${digit}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A store of files that no event names, each written so many milliseconds ago. */
const contextWith = async (written: ReadonlyMap<string, number>, unreadable = '') => {
  let now = Date.UTC(2030, 0, 1, 23, 50);
  const clock = { now: () => now };
  const from = now;
  const files = memoryFileStore(clock.now);
  for (const [id, ago] of written) {
    now = from - ago;
    await files.write(id, Readable.from(['x']));
  }
  now = from;
  const read = async (stream: string) => {
    if (stream === unreadable) throw new UnreadableStreamError(stream);
    return [];
  };
  const events = { head: async () => '1', current: () => undefined, known: () => undefined, read };
  const reads = {
    active: { getMany: async () => new Map() },
    lease: async () => true,
    releaseLease: async () => {},
  };
  const parts = { clock, events, files, reads, waitForReads: async () => true, log: pino({ level: 'silent' }) };
  const context = { ...parts, aggregates: new Aggregates(events as unknown as Context['events']) };
  return {
    context: context as unknown as Context,
    left: () => [...files.files.keys()],
    moveOn: (by: number) => {
      now += by;
    },
  };
};

describe('the removal of orphaned files', () => {
  it('the removal of orphaned files checks a sixteenth of the old files each day, and so all of them in 16 days', async () => {
    const { context, left, moveOn } = await contextWith(new Map(digits.map((digit) => [idOf(digit), 100 * DAY])));
    for (const day of digits.keys()) {
      expect(await removeOrphanedFiles(context, new AbortController().signal)).toBe(1);
      expect(left()).toHaveLength(15 - day);
      moveOn(DAY);
    }
  });

  it('the removal of orphaned files keeps a file whose record cannot be decoded, and continues with the others (CQRS-06)', async () => {
    const all = digits.map((digit) => [idOf(digit), 6 * DAY] as const);
    const { context, left } = await contextWith(new Map(all), `file-${idOf('3')}`);
    await removeOrphanedFiles(context, new AbortController().signal);
    expect(left()).toEqual([idOf('3')]);
  });

  it('the removal of orphaned files checks all files between an hour and a week old every day', async () => {
    const recent = digits.map((digit) => [idOf(digit), 6 * DAY] as const);
    const young = digits.map((digit) => [idOf(digit, 1), HOUR / 2] as const);
    const { context, left } = await contextWith(new Map([...recent, ...young]));
    await removeOrphanedFiles(context, new AbortController().signal);
    expect(left()).toEqual(young.map(([id]) => id));
  });

  describe('its schedule', () => {
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it('the removal of orphaned files runs at start and again on the next day, however late it started, so that no part is skipped', async () => {
      const { context, left, moveOn } = await contextWith(new Map(digits.map((digit) => [idOf(digit), 100 * DAY])));
      const removal = startOrphanedFileRemoval(context, 'holder');
      await vi.advanceTimersByTimeAsync(60_000);
      expect(left()).toHaveLength(15);
      moveOn(HOUR);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(left()).toHaveLength(14);
      const stopped = removal.stop();
      await vi.advanceTimersByTimeAsync(60_000);
      await stopped;
    });
  });
});
