import { describe, expect, it } from 'vitest';
import { BEFORE_FIRST, type IntegrityFault } from '../ports/event-log.ts';
import { appendRules } from './event-log/append.ts';
import { followRules } from './event-log/follow.ts';
import { type EventLogEngine, event, LogUnderTest, numbered } from './event-log/log-under-test.ts';
import { readRules } from './event-log/read.ts';

/** The contract of every event log. The log may hold events of earlier tests: nothing here assumes an empty one. */
export const eventLogSuite = (name: string, makeLog: () => Promise<EventLogEngine>): void => {
  describe(`event log: ${name}`, () => {
    const subject = new LogUnderTest(makeLog);
    appendRules(subject);
    readRules(subject);
    followRules(subject);

    it('an event log has every event when it is reopened, and continues from there', async () => {
      const stream = subject.newStream();
      const events = numbered(3);
      const first = await subject.log.append(stream, events, 'none');
      const before = await subject.readEverything();
      await subject.reopen();
      expect(await subject.readEverything()).toEqual(before);
      expect(await subject.log.append(stream, events, 'none')).toMatchObject(first);
      expect(await subject.log.append(stream, numbered(1), 'none')).toEqual({ ok: false, actual: 2 });
      expect(await subject.log.append(stream, numbered(1), 2)).toMatchObject({ ok: true, revision: 3 });
      const all = await subject.readEverything();
      expect(all.slice(0, 3)).toEqual(before);
      expect(all).toHaveLength(4);
    });

    it('an event log finds nothing wrong with its own events (AUDIT-04)', async () => {
      const stream = subject.newStream();
      await subject.log.append(stream, numbered(20), 'none');
      await subject.log.append(stream, numbered(20), 19);
      await subject.log.append(subject.newStream(), [event({ data: '{"text":"漢字 \\ud83d"}' })], 'none');
      const faults: IntegrityFault[] = [];
      const checked: (readonly [events: number, streams: number])[] = [];
      for await (const fault of subject.log.verify((...counts) => checked.push(counts))) faults.push(fault);
      expect(faults).toEqual([]);
      // A server may hold other events too.
      const stored = await subject.readEverything();
      expect(checked.at(-1)?.[0]).toBeGreaterThanOrEqual(stored.length);
      expect(checked.at(-1)?.[1]).toBeGreaterThanOrEqual(new Set(stored.map((each) => each.stream)).size);
    });

    it('an event log returns the chain link at a position, and the same one after reopening', async () => {
      const stream = subject.newStream();
      await subject.log.append(stream, numbered(2), 'none');
      const position = await subject.log.head();
      const link = await subject.log.linkAt(position);
      expect(link).toEqual({ position, stream, revision: 1, hash: expect.stringMatching(/^[\w+/]{43}=$/) as string });
      await subject.reopen();
      expect(await subject.log.linkAt(position)).toEqual(link);
      expect(await subject.log.linkAt(BEFORE_FIRST)).toBeUndefined();
      const events = (await subject.log.readAll(BEFORE_FIRST, 1000)).filter((each) => each.stream === stream);
      for (const each of events) expect(await subject.log.isIntact(each.position)).toBe(true);
      expect(await subject.log.isIntact(BEFORE_FIRST)).toBe(false);
    });

    it('an event log answers a ping', async () => {
      await expect(subject.log.ping()).resolves.toBeUndefined();
    });
  });
};
