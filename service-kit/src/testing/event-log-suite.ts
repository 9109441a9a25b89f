import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BEFORE_FIRST,
  type EventLog,
  type EventToAppend,
  type IntegrityFault,
  type RecordedEvent,
} from '../ports/event-log.ts';

export type LogUnderTest = {
  readonly log: EventLog;
  /** Closes the log and opens the same one again. */
  readonly reopen: () => Promise<EventLog>;
  /** Removes what the test left behind. */
  readonly dispose?: () => Promise<void>;
};

const event = (fields: Partial<EventToAppend> = {}): EventToAppend => ({
  id: randomUUID(),
  type: 'SomethingHappened',
  data: '{"n":1}',
  metadata: '{"actor":"tester"}',
  ...fields,
});
const numbered = (count: number): EventToAppend[] =>
  Array.from({ length: count }, (_, n) => event({ data: JSON.stringify({ n }) }));
const numbersOf = (events: readonly RecordedEvent[]): number[] =>
  events.map(({ data }) => (JSON.parse(data) as { n: number }).n);

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
};

/** The contract of every event log. The log may hold events of earlier tests: nothing here assumes an empty one. */
export const eventLogSuite = (name: string, makeLog: () => Promise<LogUnderTest>): void => {
  describe(`event log: ${name}`, { timeout: 60_000 }, () => {
    let log: EventLog;
    let start: string;
    let underTest: LogUnderTest;
    let newStream: () => string;

    beforeEach(async () => {
      underTest = await makeLog();
      log = underTest.log;
      start = await log.head();
      newStream = () => `suite-${randomUUID()}`;
    });

    afterEach(async () => {
      await log.close();
      await underTest.dispose?.();
    });

    const readEverything = async (limit = 100): Promise<RecordedEvent[]> => {
      const all: RecordedEvent[] = [];
      for (let after = start; ; ) {
        const batch = await log.readAll(after, limit);
        all.push(...batch);
        const last = batch.at(-1);
        if (last === undefined) return all;
        after = last.position;
      }
    };

    const follow = (after: string, handler?: (events: readonly RecordedEvent[]) => Promise<void>) => {
      const seen: RecordedEvent[] = [];
      const caughtUp: boolean[] = [];
      const errors: unknown[] = [];
      const subscription = log.follow(
        after,
        async (events) => {
          await handler?.(events);
          seen.push(...events);
        },
        { batchSize: 50, onCaughtUp: (now) => caughtUp.push(now), onError: (error) => errors.push(error) },
      );
      return { seen, caughtUp, errors, stop: () => subscription.stop() };
    };

    describe('append', () => {
      it('stores events as they are, with their place and time', async () => {
        const stream = newStream();
        const events = [event({ type: 'First', data: '{ "spaces" : "kept" }' }), event({ type: 'Second' })];
        const before = Date.now();
        const outcome = await log.append(stream, events, 'none');
        const stored = await log.read(stream);

        expect(outcome).toMatchObject({ ok: true, revision: 1, position: stored[1]?.position });
        expect(stored.map(({ position, recordedAt, ...rest }) => rest)).toEqual(
          events.map((one, revision) => ({ ...one, stream, revision })),
        );
        for (const { recordedAt } of stored) {
          expect(recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
          expect(Math.abs(Date.parse(recordedAt) - before)).toBeLessThan(600_000);
        }
      });

      it('tells the position of each event, if it tells them, as they are read later', async () => {
        const stream = newStream();
        const outcome = await log.append(stream, numbered(3), 'none');
        if (!outcome.ok) throw new Error('a conflict on a new stream');
        const stored = (await log.read(stream)).map(({ position }) => position);
        expect(outcome.positions ?? stored).toEqual(stored);
        expect(outcome.position).toBe(stored.at(-1));
      });

      it('answers a wrong expectation with the actual revision, and stores nothing', async () => {
        const stream = newStream();
        expect(await log.append(stream, [event()], 0)).toEqual({ ok: false, actual: 'none' });
        await log.append(stream, numbered(2), 'none');
        expect(await log.append(stream, [event()], 'none')).toEqual({ ok: false, actual: 1 });
        expect(await log.append(stream, [event()], 0)).toEqual({ ok: false, actual: 1 });
        expect(await log.append(stream, [event()], 7)).toEqual({ ok: false, actual: 1 });
        expect(await log.read(stream)).toHaveLength(2);
      });

      it('does not look at the revision when any will do', async () => {
        const stream = newStream();
        expect(await log.append(stream, [event()], 'any')).toMatchObject({ ok: true, revision: 0 });
        expect(await log.append(stream, [event()], 'any')).toMatchObject({ ok: true, revision: 1 });
      });

      it('stores nothing for no events', async () => {
        const stream = newStream();
        await log.append(stream, numbered(2), 'none');
        expect(await log.append(stream, [], 1)).toMatchObject({ ok: true });
        expect(await log.read(stream)).toHaveLength(2);
      });

      it.each([
        ['none', 'none'],
        ['exact', 1],
        ['any', 'any'],
      ] as const)('has one effect when repeated with the same ids and expectation: %s', async (_, expected) => {
        const stream = newStream();
        if (expected !== 'none') await log.append(stream, numbered(2), 'none');
        const events = numbered(3);
        const first = await log.append(stream, events, expected);
        await log.append(stream, [event()], 'any');
        const second = await log.append(stream, events, expected);

        expect(first.ok).toBe(true);
        expect(second).toEqual({ ...first, repeated: true });
        const ids = (await log.read(stream)).map(({ id }) => id);
        for (const { id } of events) expect(ids.filter((stored) => stored === id)).toHaveLength(1);
      });

      it('has one effect when repeated at the same time', async () => {
        const stream = newStream();
        const events = numbered(2);
        const outcomes = await Promise.all(Array.from({ length: 16 }, () => log.append(stream, events, 'none')));
        for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, revision: 1 });
        expect(await log.read(stream)).toHaveLength(2);
      });

      it('refuses a repeat that mixes stored and new events', async () => {
        const stream = newStream();
        const [a, b] = [event(), event()];
        await log.append(stream, [a], 'none');
        expect(await log.append(stream, [a, b], 'none')).toEqual({ ok: false, actual: 0 });
        expect(await log.read(stream)).toHaveLength(1);
      });

      it('lets 64 writers of one stream in one after the other, without a gap or a double (CQRS-03)', async () => {
        const stream = newStream();
        const write = async (writer: number): Promise<void> => {
          for (let turn = 0; turn < 2; turn++) {
            const one = event({ data: JSON.stringify({ writer, turn }) });
            let expected = (await log.read(stream)).length - 1;
            for (;;) {
              const outcome = await log.append(stream, [one], expected < 0 ? 'none' : expected);
              if (outcome.ok) break;
              expected = outcome.actual === 'none' ? -1 : outcome.actual;
              await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
            }
          }
        };
        await Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));

        const stored = await log.read(stream);
        expect(stored.map(({ revision }) => revision)).toEqual(Array.from({ length: 128 }, (_, n) => n));
        expect(new Set(stored.map(({ data }) => data)).size).toBe(128);
      });

      it('does not let one conflict spoil the appends around it', async () => {
        const taken = newStream();
        await log.append(taken, [event()], 'none');
        const streams = Array.from({ length: 20 }, newStream);
        const outcomes = await Promise.all(
          streams.flatMap((stream) => [
            log.append(stream, numbered(2), 'none'),
            log.append(taken, numbered(2), 'none'),
          ]),
        );
        expect(outcomes.map(({ ok }) => ok)).toEqual(streams.flatMap(() => [true, false]));
        for (const stream of streams) expect(await log.read(stream)).toHaveLength(2);
        expect(await log.read(taken)).toHaveLength(1);
      });

      it('keeps every character', async () => {
        const stream = newStream();
        const text = 'é ß 漢字 👩‍👩‍👧 \u202e\u200b \u0000 " \\ \u2028';
        const one = event({ data: JSON.stringify({ text }), metadata: JSON.stringify({ text }) });
        await log.append(stream, [one], 'none');
        const [stored] = await log.read(stream);
        expect(stored).toMatchObject({ data: one.data, metadata: one.metadata });
        expect(JSON.parse(stored?.data ?? '')).toEqual({ text });
      });

      it('keeps an event of half a megabyte', async () => {
        const stream = newStream();
        const one = event({ data: JSON.stringify({ text: 'x'.repeat(512 * 1024) }) });
        await log.append(stream, [one], 'none');
        expect((await log.read(stream))[0]?.data).toBe(one.data);
      });
    });

    describe('read', () => {
      it('gives nothing for a missing stream, nor behind the end', async () => {
        const stream = newStream();
        expect(await log.read(stream)).toEqual([]);
        expect(await log.read(stream, 5)).toEqual([]);
        await log.append(stream, numbered(2), 'none');
        expect(await log.read(stream, 2)).toEqual([]);
        expect(await log.read(stream, 9)).toEqual([]);
        await log.append(stream, numbered(1), 1);
        expect(await log.read(stream, 2)).toHaveLength(1);
      });

      it('gives 1,000 events in order, from any revision on', async () => {
        const stream = newStream();
        for (let n = 0; n < 10; n++) await log.append(stream, numbered(100), n === 0 ? 'none' : n * 100 - 1);
        const all = await log.read(stream);
        expect(all.map(({ revision }) => revision)).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
        expect(await log.read(stream, 990)).toEqual(all.slice(990));
      });

      it('never claims to know that a stream ended before an event that it has', async () => {
        const stream = newStream();
        for (let n = 0; n < 20; n++) {
          await log.read(stream);
          const appended = log.append(stream, [event()], n === 0 ? 'none' : n - 1);
          if (log.known(stream, n)?.length === 0) expect(await log.read(stream, n)).toEqual([]);
          await appended;
          expect(log.known(stream, n)).not.toEqual([]);
          expect(await log.read(stream, n)).toHaveLength(1);
        }
      });

      it('shows an acknowledged append at once', async () => {
        const stream = newStream();
        for (let n = 0; n < 50; n++) {
          await log.append(stream, [event()], n === 0 ? 'none' : n - 1);
          expect(await log.read(stream, n)).toHaveLength(1);
        }
      });
    });

    describe('readAll', () => {
      it('gives everything in one order that grows as text, whatever the batch', async () => {
        const streams = Array.from({ length: 10 }, newStream);
        await Promise.all(streams.map((stream) => log.append(stream, numbered(7), 'none')));
        const all = await readEverything(9);
        expect(all).toHaveLength(70);
        const positions = all.map(({ position }) => position);
        expect(positions).toEqual([...positions].sort());
        expect(new Set(positions).size).toBe(70);
        expect(await readEverything(1_000)).toEqual(all);
        for (const stream of streams)
          expect(all.filter((one) => one.stream === stream)).toEqual(await log.read(stream));
      });

      it('starts behind the position, also inside one append', async () => {
        await log.append(newStream(), numbered(5), 'none');
        const all = await readEverything();
        const third = all[2]?.position ?? '';
        expect(numbersOf(await log.readAll(third, 10))).toEqual([3, 4]);
        expect(numbersOf(await log.readAll(third, 1))).toEqual([3]);
        expect(await log.readAll(all[4]?.position ?? '', 10)).toEqual([]);
      });

      it('starts with the first event before the first', async () => {
        await log.append(newStream(), numbered(1), 'none');
        const [first] = await log.readAll(BEFORE_FIRST, 1);
        expect(first).toBeDefined();
        expect(first?.type.startsWith('$')).toBe(false);
        expect((first?.position ?? '') > BEFORE_FIRST).toBe(true);
      });

      it('tells the head, and how far it is to there', async () => {
        const outcome = await log.append(newStream(), numbered(5), 'none');
        const head = await log.head();
        expect(head).toBe(outcome.ok && outcome.position);
        const third = (await readEverything())[2]?.position ?? '';
        const [whole, rest] = [log.between(start, head), log.between(third, head)];
        expect(rest.count).toBeGreaterThan(0);
        expect(whole.count).toBeGreaterThan(rest.count);
        if (whole.unit === 'events') expect([whole.count, rest.count]).toEqual([5, 2]);
        expect(log.between(head, head).count).toBe(0);
        expect(log.between(head, start).count).toBe(0);
      });
    });

    describe('follow', () => {
      it('hands over what was there and what comes, once and in order', async () => {
        const stream = newStream();
        await log.append(stream, numbered(120), 'none');
        const follower = follow(start);
        for (let n = 0; n < 30; n++) await log.append(stream, [event()], 'any');
        await until(() => follower.seen.length >= 150);
        await follower.stop();
        expect(follower.seen).toEqual(await readEverything());
        expect(follower.errors).toEqual([]);
      });

      it('starts behind the position, also inside one append', async () => {
        await log.append(newStream(), numbered(6), 'none');
        const middle = (await readEverything())[2]?.position ?? '';
        const follower = follow(middle);
        await until(() => follower.seen.length >= 3);
        await follower.stop();
        expect(numbersOf(follower.seen)).toEqual([3, 4, 5]);
      });

      it('misses nothing while 32 writers append and the handler is slow', async () => {
        const follower = follow(start, () => new Promise((resolve) => setTimeout(resolve, 5)));
        const write = async (): Promise<void> => {
          for (let n = 0; n < 20; n++) await log.append(newStream(), [event()], 'none');
        };
        await Promise.all(Array.from({ length: 32 }, write));
        await until(() => follower.seen.length >= 640);
        await follower.stop();
        expect(follower.seen.map(({ id }) => id)).toEqual((await readEverything()).map(({ id }) => id));
      });

      it('hands over the next batch only when the one before is handled', async () => {
        await log.append(newStream(), numbered(150), 'none');
        let running = 0;
        let most = 0;
        const follower = follow(start, async (events) => {
          expect(events.length).toBeLessThanOrEqual(50);
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setTimeout(resolve, 3));
          running -= 1;
        });
        await until(() => follower.seen.length >= 150);
        await follower.stop();
        expect(most).toBe(1);
      });

      it('repeats what the handler refused, tells of it, and goes on', async () => {
        const stream = newStream();
        await log.append(stream, numbered(3), 'none');
        let refusals = 2;
        const follower = follow(start, async () => {
          if (refusals-- > 0) throw new Error('not now');
        });
        await until(() => follower.seen.length >= 3);
        await log.append(stream, numbered(1), 'any');
        await until(() => follower.seen.length >= 4);
        await follower.stop();
        expect(numbersOf(follower.seen)).toEqual([0, 1, 2, 0]);
        expect(follower.errors).toHaveLength(2);
      });

      it('tells when it has caught up', async () => {
        await log.append(newStream(), numbered(120), 'none');
        let handled = 0;
        const handledWhenTold: number[] = [];
        const subscription = log.follow(
          start,
          async (events) => {
            handled += events.length;
          },
          { onCaughtUp: (caughtUp) => caughtUp && handledWhenTold.push(handled) },
        );
        await until(() => handledWhenTold.length > 0);
        await subscription.stop();
        expect(handledWhenTold[0]).toBe(120);
      });

      it('stops after the batch under way, and hands over nothing more', async () => {
        await log.append(newStream(), numbered(60), 'none');
        let entered = false;
        let left = false;
        const follower = follow(start, async () => {
          entered = true;
          await new Promise((resolve) => setTimeout(resolve, 30));
          left = true;
        });
        await until(() => entered);
        await follower.stop();
        expect(left).toBe(true);
        const seen = follower.seen.length;
        await log.append(newStream(), [event()], 'none');
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(follower.seen).toHaveLength(seen);
      });

      it('serves followers independently of each other', async () => {
        const fast = follow(start);
        const stuck = follow(start, () => Promise.reject(new Error('always')));
        await log.append(newStream(), numbered(5), 'none');
        await until(() => fast.seen.length >= 5 && stuck.errors.length >= 2);
        await Promise.all([fast.stop(), stuck.stop()]);
        expect(stuck.seen).toEqual([]);
      });
    });

    it('has everything when it is opened again, and goes on from there', async () => {
      const stream = newStream();
      const events = numbered(3);
      const first = await log.append(stream, events, 'none');
      const before = await readEverything();
      log = await underTest.reopen();
      expect(await readEverything()).toEqual(before);
      expect(await log.append(stream, events, 'none')).toMatchObject(first);
      expect(await log.append(stream, numbered(1), 'none')).toEqual({ ok: false, actual: 2 });
      expect(await log.append(stream, numbered(1), 2)).toMatchObject({ ok: true, revision: 3 });
      const all = await readEverything();
      expect(all.slice(0, 3)).toEqual(before);
      expect(all).toHaveLength(4);
    });

    it('finds nothing wrong with what it stored itself (AUDIT-04)', async () => {
      const stream = newStream();
      await log.append(stream, numbered(20), 'none');
      await log.append(stream, numbered(20), 'any');
      await log.append(newStream(), [event({ data: '{"text":"漢字 \\ud83d"}' })], 'none');
      const faults: IntegrityFault[] = [];
      const checked: number[] = [];
      for await (const fault of log.verify((events) => checked.push(events))) faults.push(fault);
      expect(faults).toEqual([]);
      // A server may hold other events too.
      expect(checked.at(-1)).toBeGreaterThanOrEqual((await readEverything()).length);
    });

    it('tells the link of the chain at a position, the same after it was opened again', async () => {
      const stream = newStream();
      await log.append(stream, numbered(2), 'any');
      const position = await log.head();
      const link = await log.linkAt(position);
      expect(link).toEqual({ position, stream, revision: 1, hash: expect.stringMatching(/^[\w+/]{43}=$/) as string });
      log = await underTest.reopen();
      expect(await log.linkAt(position)).toEqual(link);
      expect(await log.linkAt(BEFORE_FIRST)).toBeUndefined();
      const events = (await log.readAll(BEFORE_FIRST, 1000)).filter((each) => each.stream === stream);
      for (const each of events) expect(await log.isIntact(each.position)).toBe(true);
      expect(await log.isIntact(BEFORE_FIRST)).toBe(false);
    });

    it('answers a ping', async () => {
      await expect(log.ping()).resolves.toBeUndefined();
    });
  });
};
