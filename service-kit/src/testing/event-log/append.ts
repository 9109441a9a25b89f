// biome-ignore lint/plugin: writers that lost a race come back at different times
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { event, type LogUnderTest, numbered } from './log-under-test.ts';

/** The contract of every event log for appending. */
export const appendRules = (subject: LogUnderTest): void => {
  describe('append', () => {
    it('append stores events as they are, with their place and time', async () => {
      const stream = subject.newStream();
      const events = [event({ type: 'First', data: '{ "spaces" : "kept" }' }), event({ type: 'Second' })];
      const before = Date.now();
      const outcome = await subject.log.append(stream, events, 'none');
      const stored = await subject.log.read(stream);

      expect(outcome).toMatchObject({ ok: true, revision: 1, position: stored[1]?.position });
      expect(stored.map(({ position, recordedAt, ...rest }) => rest)).toEqual(
        events.map((one, revision) => ({ ...one, stream, revision })),
      );
      for (const { recordedAt } of stored) {
        expect(recordedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(Math.abs(Date.parse(recordedAt) - before)).toBeLessThan(600_000);
      }
    });

    it('append returns the positions of events, if it does, as later reads show them', async () => {
      const stream = subject.newStream();
      const outcome = await subject.log.append(stream, numbered(3), 'none');
      if (!outcome.ok) throw new Error('a conflict on a new stream');
      const stored = (await subject.log.read(stream)).map(({ position }) => position);
      expect(outcome.positions ?? stored).toEqual(stored);
      expect(outcome.position).toBe(stored.at(-1));
    });

    it('append answers a wrong expected revision with the actual one, and stores nothing', async () => {
      const stream = subject.newStream();
      expect(await subject.log.append(stream, [event()], 0)).toEqual({ ok: false, actual: 'none' });
      await subject.log.append(stream, numbered(2), 'none');
      expect(await subject.log.append(stream, [event()], 'none')).toEqual({ ok: false, actual: 1 });
      expect(await subject.log.append(stream, [event()], 0)).toEqual({ ok: false, actual: 1 });
      expect(await subject.log.append(stream, [event()], 7)).toEqual({ ok: false, actual: 1 });
      expect(await subject.log.read(stream)).toHaveLength(2);
    });

    it('append stores nothing for an empty list of events', async () => {
      const stream = subject.newStream();
      await subject.log.append(stream, numbered(2), 'none');
      expect(await subject.log.append(stream, [], 1)).toMatchObject({ ok: true });
      expect(await subject.log.read(stream)).toHaveLength(2);
    });

    it.each([
      ['none', 'none'],
      ['exact', 1],
    ] as const)('append has one effect when repeated with the same ids and expectation: %s', async (_, expected) => {
      const stream = subject.newStream();
      if (expected !== 'none') await subject.log.append(stream, numbered(2), 'none');
      const events = numbered(3);
      const first = await subject.log.append(stream, events, expected);
      await subject.log.append(stream, [event()], expected === 'none' ? 2 : 4);
      const second = await subject.log.append(stream, events, expected);

      expect(first.ok).toBe(true);
      expect(second).toEqual({ ...first, repeated: true });
      const ids = (await subject.log.read(stream)).map(({ id }) => id);
      for (const { id } of events) expect(ids.filter((stored) => stored === id)).toHaveLength(1);
    });

    it('append has one effect when repeated concurrently', async () => {
      const stream = subject.newStream();
      const events = numbered(2);
      const outcomes = await Promise.all(Array.from({ length: 16 }, () => subject.log.append(stream, events, 'none')));
      for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: true, revision: 1 });
      expect(await subject.log.read(stream)).toHaveLength(2);
    });

    it('append refuses a repeat that mixes stored and new events', async () => {
      const stream = subject.newStream();
      const [a, b] = [event(), event()];
      await subject.log.append(stream, [a], 'none');
      expect(await subject.log.append(stream, [a, b], 'none')).toEqual({ ok: false, actual: 0 });
      expect(await subject.log.read(stream)).toHaveLength(1);
    });

    it('append admits 16 writers of one stream one after the other, without gap or duplicate (CQRS-03)', async () => {
      const stream = subject.newStream();
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; turn < 2; turn++) {
          const one = event({ data: JSON.stringify({ writer, turn }) });
          let expected = (await subject.log.read(stream)).length - 1;
          for (;;) {
            const outcome = await subject.log.append(stream, [one], expected < 0 ? 'none' : expected);
            if (outcome.ok) break;
            expected = outcome.actual === 'none' ? -1 : outcome.actual;
            // Different pauses, so that they do not collide every time.
            await pause(writer);
          }
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)));

      const stored = await subject.log.read(stream);
      expect(stored.map(({ revision }) => revision)).toEqual(Array.from({ length: 32 }, (_, n) => n));
      expect(new Set(stored.map(({ data }) => data)).size).toBe(32);
    });

    it('append isolates a conflict from the appends around it', async () => {
      const taken = subject.newStream();
      await subject.log.append(taken, [event()], 'none');
      const streams = Array.from({ length: 20 }, subject.newStream);
      const outcomes = await Promise.all(
        streams.flatMap((stream) => [
          subject.log.append(stream, numbered(2), 'none'),
          subject.log.append(taken, numbered(2), 'none'),
        ]),
      );
      expect(outcomes.map(({ ok }) => ok)).toEqual(streams.flatMap(() => [true, false]));
      for (const stream of streams) expect(await subject.log.read(stream)).toHaveLength(2);
      expect(await subject.log.read(taken)).toHaveLength(1);
    });

    it('append keeps every character', async () => {
      const stream = subject.newStream();
      const text = 'é ß 漢字 👩‍👩‍👧 \u202e\u200b \u0000 " \\ \u2028';
      const one = event({ data: JSON.stringify({ text }), metadata: JSON.stringify({ text }) });
      await subject.log.append(stream, [one], 'none');
      const [stored] = await subject.log.read(stream);
      expect(stored).toMatchObject({ data: one.data, metadata: one.metadata });
      expect(JSON.parse(stored?.data ?? '')).toEqual({ text });
    });

    it('append keeps an event of half a megabyte', async () => {
      const stream = subject.newStream();
      const one = event({ data: JSON.stringify({ text: 'x'.repeat(512 * 1024) }) });
      await subject.log.append(stream, [one], 'none');
      expect((await subject.log.read(stream))[0]?.data).toBe(one.data);
    });
  });
};
