import { describe, expect, it } from 'vitest';
import { BEFORE_FIRST } from '../../ports/event-log.ts';
import { event, type LogUnderTest, numbered, numbersOf } from './log-under-test.ts';

/** The contract of every event log for reading. */
export const readRules = (subject: LogUnderTest): void => {
  describe('read', () => {
    it('read returns nothing for a missing stream, or after the end', async () => {
      const stream = subject.newStream();
      expect(await subject.log.read(stream)).toEqual([]);
      expect(await subject.log.read(stream, 5)).toEqual([]);
      await subject.log.append(stream, numbered(2), 'none');
      expect(await subject.log.read(stream, 2)).toEqual([]);
      expect(await subject.log.read(stream, 9)).toEqual([]);
      await subject.log.append(stream, numbered(1), 1);
      expect(await subject.log.read(stream, 2)).toHaveLength(1);
    });

    it('read returns 1,000 events in order, from any revision on', async () => {
      const stream = subject.newStream();
      for (let n = 0; n < 10; n++) await subject.log.append(stream, numbered(100), n === 0 ? 'none' : n * 100 - 1);
      const all = await subject.log.read(stream);
      expect(all.map(({ revision }) => revision)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
      expect(await subject.log.read(stream, 990)).toEqual(all.slice(990));
    });

    it('read never claims to know that a stream ended before an event that it has', async () => {
      const stream = subject.newStream();
      for (let n = 0; n < 20; n++) {
        await subject.log.read(stream);
        const appended = subject.log.append(stream, [event()], n === 0 ? 'none' : n - 1);
        if (subject.log.known(stream, n)?.length === 0) expect(await subject.log.read(stream, n)).toEqual([]);
        await appended;
        expect(subject.log.known(stream, n)).not.toEqual([]);
        expect(await subject.log.read(stream, n)).toHaveLength(1);
      }
    });

    it('read shows an acknowledged append at once', async () => {
      const stream = subject.newStream();
      for (let n = 0; n < 50; n++) {
        await subject.log.append(stream, [event()], n === 0 ? 'none' : n - 1);
        expect(await subject.log.read(stream, n)).toHaveLength(1);
      }
    });
  });

  describe('readAll', () => {
    it('readAll returns every event in one order that sorts as text, whatever the batch', async () => {
      const streams = Array.from({ length: 10 }, subject.newStream);
      await Promise.all(streams.map((stream) => subject.log.append(stream, numbered(7), 'none')));
      const all = await subject.readEverything(9);
      expect(all).toHaveLength(70);
      const positions = all.map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
      expect(new Set(positions).size).toBe(70);
      expect(await subject.readEverything(1_000)).toEqual(all);
      for (const stream of streams)
        expect(all.filter((one) => one.stream === stream)).toEqual(await subject.log.read(stream));
    });

    it('readAll starts after the position, even inside one append', async () => {
      await subject.log.append(subject.newStream(), numbered(5), 'none');
      const all = await subject.readEverything();
      const third = all[2]?.position ?? '';
      expect(numbersOf(await subject.log.readAll(third, 10))).toEqual([3, 4]);
      expect(numbersOf(await subject.log.readAll(third, 1))).toEqual([3]);
      expect(await subject.log.readAll(all[4]?.position ?? '', 10)).toEqual([]);
    });

    it('readAll starts with the first event when no position is given', async () => {
      await subject.log.append(subject.newStream(), numbered(1), 'none');
      const [first] = await subject.log.readAll(BEFORE_FIRST, 1);
      expect(first).toBeDefined();
      expect(first?.type.startsWith('$')).toBe(false);
      expect((first?.position ?? '') > BEFORE_FIRST).toBe(true);
    });

    it('readAll returns the head, and the distance to it', async () => {
      const outcome = await subject.log.append(subject.newStream(), numbered(5), 'none');
      const head = await subject.log.head();
      expect(head).toBe(outcome.ok && outcome.position);
      const third = (await subject.readEverything())[2]?.position ?? '';
      const [whole, rest] = [subject.log.between(subject.start, head), subject.log.between(third, head)];
      expect(rest.count).toBeGreaterThan(0);
      expect(whole.count).toBeGreaterThan(rest.count);
      if (whole.unit === 'events') expect([whole.count, rest.count]).toEqual([5, 2]);
      expect(subject.log.between(head, head).count).toBe(0);
      expect(subject.log.between(head, subject.start).count).toBe(0);
    });
  });
};
