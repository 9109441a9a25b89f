import { answersOn } from '@quorum/contracts/entry/dates-answers.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Attendance, Party } from '@quorum/domain/attendance/attendance.ts';
import { type AttendanceCommand, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import { type RsvpDocument, rsvpDocument, tallyOf, validOn } from '@quorum/service-kit/reads/attendance.ts';
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { expect, it } from 'vitest';
import { calendar } from '../entry/fold.ts';
import { ada, ben, cleo, club, details, dinner, happens, scheduled, times } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';

const project = projectWith(calendar);
const dates = ['2026-05-14', '2026-05-21', '2026-05-28', '2026-06-04'];
const begins: readonly DomainEvent[] = [
  scheduled(dinner, club, ada),
  happens('SeriesSet', {
    ...{ entryId: dinner, groupId: club, creatorId: ada, ...details, ...times },
    from: dates[0] as string,
    rule: { unit: 'week', every: 1 },
    lastDate: null,
    lastEndsAt: null,
  }),
];

const person = constantFrom(ada, ben, cleo);
const move = record({
  userId: person,
  answer: constantFrom('going', 'going', 'maybe', 'cant', 'back', 'gone'),
  date: nat(dates.length - 1),
  isAll: boolean(),
  guests: nat(2),
  /** Whether a date ends before. */
  ends: constantFrom(false, false, true),
});

type Move = { -readonly [K in 'userId' | 'answer']: string } & {
  readonly date: number;
  readonly isAll: boolean;
  readonly guests: number;
  readonly ends: boolean;
};

const commandOf = ({ userId, answer, guests }: Move, eventId: string, named: string): AttendanceCommand => {
  const about = { eventId, named, userId };
  if (answer === 'back') return { type: 'TakeRsvpBack', ...about };
  return { type: 'GiveRsvp', ...about, answer: answer as 'going', guests: answer === 'going' ? guests : 0 };
};

/** A series that people answer, date by date or all at once, while its dates pass. */
class Series {
  readonly events: DomainEvent[] = [...begins];
  /** What was said, and the dates that it is for. */
  readonly said: { userId: string; from: number; to: number; answer: string | null; guests: number }[] = [];
  #open = 0;

  #state(occurrence: string | null): Attendance {
    const own = recorded(this.events).filter(
      ({ type, data }) => type.startsWith('Rsvp') && (data as { occurrence?: unknown }).occurrence === occurrence,
    );
    return own.reduce(attendanceDecider.evolve, attendanceDecider.initial);
  }

  #decide(command: AttendanceCommand, occurrence: string | null, named: string): void {
    const from = occurrence === null ? (dates[this.#open] as string) : undefined;
    const [startsAt, endsAt] = ['2026-06-04T18:00:00.000Z', '2026-06-04T19:00:00.000Z'];
    const entry = {
      id: dinner,
      groupId: club,
      creatorId: ada,
      seats: null,
      guestsEach: 2,
      placeRevision: 0,
      startsAt,
      endsAt,
    };
    const beside = this.#state(occurrence === null ? named : null);
    const state = this.#state(occurrence);
    const decision = attendanceDecider.decide(command, state, { now: 0, occurrence, from, beside, entry });
    expect(isRefusal(decision)).toBe(false);
    if (!isRefusal(decision)) this.events.push(...decision);
  }

  /** As the process manager does. */
  #replace(userId: string, reason: 'replaced' | 'left'): void {
    for (const date of dates.slice(this.#open)) this.#decide({ type: 'WithdrawRsvp', userId, reason }, date, date);
  }

  make(given: Move): void {
    if (given.ends && this.#open < dates.length - 1) this.#open += 1;
    const at = Math.max(given.date, this.#open);
    const named = dates[at] as string;
    const { userId, answer, guests } = given;
    const back = userId === ada ? 'going' : null;
    const said = { back, gone: null }[answer] ?? (answer === 'back' || answer === 'gone' ? null : answer);
    const about = { userId, answer: said, guests: answer === 'going' ? guests : 0 };
    if (answer === 'gone') {
      this.#decide({ type: 'WithdrawRsvp', userId, reason: 'left' }, null, named);
      this.#replace(userId, 'left');
      this.said.push({ ...about, from: this.#open, to: dates.length });
    } else if (given.isAll) {
      const before = this.events.length;
      this.#decide(commandOf(given, dinner, named), null, named);
      if (this.events.length > before) {
        this.#replace(userId, 'replaced');
        this.said.push({ ...about, from: this.#open, to: dates.length });
      }
    } else {
      this.#decide(commandOf(given, `${dinner}_${named}`, named), named, named);
      this.said.push({ ...about, from: at, to: at + 1 });
    }
  }

  /** By what was said last. */
  expected(date: number) {
    const answerOf = (userId: string) => {
      const last = this.said.findLast((each) => each.userId === userId && each.from <= date && date < each.to);
      return last ?? { answer: userId === ada ? 'going' : null, guests: 0 };
    };
    const all = [ada, ben, cleo].map((userId) => ({ userId, ...answerOf(userId) }));
    const count = (answer: string) => all.filter((each) => each.answer === answer);
    return {
      answers: all.map(({ answer }) => answer),
      going: count('going').length,
      maybe: count('maybe').length,
      cant: count('cant').length,
      guests: count('going').reduce((sum, { guests }) => sum + guests, 0),
      faces: count('going')
        .map(({ userId }) => userId)
        .sort(),
    };
  }
}

type Documents = Record<string, readonly { readonly id: string }[]>;

const shownOn = (documents: Documents, date: string) => {
  const find = <D>(collection: string, id: string) =>
    documents[collection]?.find((document) => document.id === id) as D | undefined;
  const people = new Map();
  type Counts = Parameters<typeof tallyOf>[0] & { from?: string; earlier?: never; without?: string[] };
  const lasting = find<Counts>('attendances', dinner);
  const own = find<Counts>('attendances', `${dinner}_${date}`);
  const view = answersOn(
    {
      createdBy: ada,
      creator: { _id: ada, firstName: '', lastName: '' } as never,
      seats: null,
      guestsEach: 2,
      answers: {
        lasting: lasting
          ? [...(lasting.earlier ?? []), lasting].map((each: Counts) => ({
              ...tallyOf(each, people),
              from: each.from ?? '',
            }))
          : [],
        dates: own ? { [date]: { ...tallyOf(own, people), without: own.without ?? [] } } : {},
      },
    },
    {
      occurrence: date,
      times: { ...times, date },
      startsAt: '',
      endsAt: '',
      placeRevision: 0,
      timesRevision: 0,
      gaps: [],
    },
  );
  const answerOf = (userId: string) => {
    const [mine, all] = [`${dinner}_${date}`, dinner].map((id) => find<RsvpDocument>('rsvps', `${id}:${userId}`));
    const toAll = all && validOn<Party>(all, date);
    const held = mine !== undefined && (toAll === undefined || mine.at > toAll.at) ? mine : toAll;
    return held === undefined ? (userId === ada ? 'going' : null) : held.answer;
  };
  const { going, maybe, cant, guests, faces } = view.attendance;
  const ids = faces.map(({ _id }) => _id).sort();
  return { answers: [ada, ben, cleo].map(answerOf), going, maybe, cant, guests, faces: ids };
};

it('each date of a series has the answers that were given last for it, and keeps them once it is over (RSVP-17, RSVP-27)', () =>
  assert(
    asyncProperty(array(move, { maxLength: 14 }), async (moves) => {
      const series = new Series();
      for (const each of moves) series.make(each as Move);
      const documents = (await project(recorded(series.events))) as Documents;
      for (const [index, date] of dates.entries())
        expect({ date, ...shownOn(documents, date) }).toEqual({ date, ...series.expected(index) });
    }),
    { numRuns: 150 },
  ));

it('an erased person is no longer counted on any date of a series, past ones included (RSVP-20)', () =>
  assert(
    asyncProperty(array(move, { maxLength: 10 }), async (moves) => {
      const series = new Series();
      for (const each of moves)
        series.make({ ...each, answer: each.answer === 'gone' ? 'maybe' : each.answer } as Move);
      const gone = {
        entryId: dinner,
        groupId: club,
        creatorId: ada,
        userId: ben,
        leaves: null,
        reason: 'account-deleted',
      };
      const known = (await project(recorded(series.events))) as { rsvps: readonly RsvpDocument[] };
      for (const { occurrence } of known.rsvps.filter(({ userId }) => userId === ben))
        series.events.push(
          happens('RsvpWithdrawn', { ...gone, occurrence, from: occurrence === null ? dates.at(-1) : null } as never),
        );
      series.said.push({ userId: ben, from: 0, to: dates.length, answer: null, guests: 0 });
      const documents = (await project(recorded(series.events))) as Documents & { rsvps: readonly RsvpDocument[] };
      expect(documents.rsvps.filter(({ userId }) => userId === ben)).toEqual([]);
      for (const [index, date] of dates.entries())
        expect({ date, ...shownOn(documents, date) }).toEqual({ date, ...series.expected(index) });
    }),
    { numRuns: 100 },
  ));

it('a person who was promoted is listed among those going', () => {
  const about = { entryId: dinner, occurrence: null, groupId: club, userId: ben };
  const waiting = { answer: 'going', guests: 0, seated: false, order: '1', at: '1', answeredFor: null } as const;
  const before = rsvpDocument(about, waiting);
  expect(rsvpDocument(about, { ...before, seated: true }).listKind).toBe('going');
});
