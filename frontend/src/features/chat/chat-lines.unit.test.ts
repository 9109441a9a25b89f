import { chatBreak, separatorLabel } from '@quorum/contracts/message/chat-times.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outgoing } from '../../data/message/outbox/outbox-slice.ts';
import { ada, message, notice, person } from '../../testing/fakes.ts';
import { chatLines } from './chat-lines.ts';
import { chatRows, messagesOf, momentOf } from './chat-rows.ts';

const ZONE = 'America/New_York';
const START = Date.parse('2026-05-14T14:00:00.000Z');
const instant = (minute: number): number => START + minute * MINUTE_MS;

const NOW = fc.nat({ max: 6_000 }).map(instant);
/** What came, minutes apart. */
const came = fc.array(
  fc.record({
    kind: fc.constantFrom('text', 'image', 'joined'),
    pause: fc.nat({ max: 200 }),
    sender: fc.nat({ max: 2 }),
  }),
  { maxLength: 60 },
);
/** The minutes at which texts were written that still wait; some wait for days. */
const waiting = fc.array(fc.nat({ max: 6_000 }), { maxLength: 4 });

type Came = typeof came extends fc.Arbitrary<infer All> ? All : never;

const linesOf = (all: Came, written: readonly number[]) => {
  let minute = 0;
  const dated = all.map(({ kind, pause, sender }, index) => {
    minute += pause;
    const order = String(index).padStart(3, '0');
    return { kind, id: `m${order}`, order, sender, createdAt: new Date(instant(minute)).toISOString() };
  });
  const messages = dated.flatMap(({ kind, id, order, sender, createdAt }) =>
    kind === 'joined'
      ? []
      : message(id, order, { type: kind as 'text', senderId: person(`user-${sender}`), createdAt }),
  );
  const notices = dated.flatMap(({ kind, id, order, createdAt }) =>
    kind === 'joined' ? notice(id, order, { createdAt }) : [],
  );
  const outgoing = written.map(
    (at, index): Outgoing => ({
      id: `o${index}`,
      groupId: 'group-1',
      content: 'Waits',
      replyTo: null,
      at: instant(at),
      state: 'failed',
    }),
  );
  return chatLines(
    messages,
    notices,
    outgoing.sort((a, b) => a.at - b.at),
    ada,
  );
};

const separatorsOf = (lines: ReturnType<typeof linesOf>, now: number): readonly string[] => {
  const rows = chatRows(lines, undefined, ZONE, { upTo: '', opened: new Set() });
  return rows.flatMap((row, index) => {
    const above = rows[index - 1];
    const previous = above && messagesOf(above).at(-1);
    if (!chatBreak(previous && momentOf(previous), momentOf(row.message), ZONE).separator) return [];
    return separatorLabel(row.message.createdAt, now, ZONE, previous?.createdAt);
  });
};

it('no separator appears twice, whatever came and however long a text has waited (CHAT-03, CHAT-04)', () => {
  fc.assert(
    fc.property(came, waiting, NOW, (all, written, now) => {
      const separators = separatorsOf(linesOf(all, written), now);
      expect(separators).toEqual([...new Set(separators)]);
    }),
  );
});

it('notices appear among the messages where they happened, and their lines stay the same', () => {
  const messages = [message('m2', '02'), message('m4', '04')];
  const notices = [notice('n1', '01'), notice('n3', '03'), notice('n5', '05')];
  const lines = chatLines(messages, notices, [], null);
  expect(lines.map((line) => line.message._id)).toEqual(['n1', 'm2', 'n3', 'm4', 'n5']);
  expect(lines.map((line) => line.notice?._id)).toEqual(['n1', undefined, 'n3', undefined, 'n5']);
  for (const [at, line] of chatLines(messages, notices, [], null).entries()) expect(line).toBe(lines[at]);
});
