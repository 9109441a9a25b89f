import { describe, expect, it } from 'vitest';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf } from './attendance.ts';
import { type AttendanceCommand, type AttendanceFacts, attendanceDecider } from './decider.ts';

const id = (last: string): string => `00000000-0000-4000-8000-${last.padStart(12, '0')}`;
const [ada, ben, cyd, dan] = [id('a'), id('b'), id('c'), id('d')];
const { given } = givenWhenThen(attendanceDecider);

const entry = {
  id: id('e'),
  groupId: id('1'),
  creatorId: ada,
  startsAt: '2030-05-14T14:30:00.000Z',
  endsAt: '2030-05-14T15:30:00.000Z',
  placeRevision: 0,
  seats: null as number | null,
  guestsEach: 0,
};
const seen = { startsAt: entry.startsAt, endsAt: entry.endsAt, placeRevision: 0 };
const [before, during, after] = ['10', '15', '16'].map((hour) => Date.parse(`2030-05-14T${hour}:00:00Z`));

const facts = (changed: Partial<typeof entry> = {}, now = before): AttendanceFacts => ({
  now: now ?? 0,
  occurrence: null,
  entry: { ...entry, ...changed },
  seen,
});

const answering = (userId: string) => ({ eventId: entry.id, userId });
const give = (userId: string, answer: 'going' | 'maybe' | 'cant' = 'going', guests = 0): AttendanceCommand => ({
  type: 'GiveRsvp',
  ...answering(userId),
  answer,
  guests,
});
const identity = { entryId: entry.id, occurrence: null, groupId: entry.groupId, creatorId: ada };

const answered = (userId: string, changed: Partial<DataOf<'RsvpGiven'>> = {}): DomainEvent => ({
  type: 'RsvpGiven',
  data: {
    ...identity,
    from: null,
    userId,
    answer: 'going',
    guests: 0,
    seated: true,
    leaves: null,
    ...seen,
    ...changed,
  },
});
const waits = (userId: string, changed: Partial<DataOf<'RsvpGiven'>> = {}): DomainEvent =>
  answered(userId, { seated: false, ...changed });
const promoted = (userId: string, leaves: number): DomainEvent => ({
  type: 'RsvpPromoted',
  data: { ...identity, userId, leaves },
});
const withdrawn = (userId: string, reason: DataOf<'RsvpWithdrawn'>['reason'], leaves: number | null = null) =>
  ({ type: 'RsvpWithdrawn', data: { ...identity, from: null, userId, leaves, reason } }) satisfies DomainEvent;

describe('an answer to an event', () => {
  it('an answer to an event says what the person saw, and appends nothing when it is given again (RSVP-05, RSVP-06)', () => {
    given()
      .when(give(ben, 'maybe'), facts())
      .then(answered(ben, { answer: 'maybe', seated: false }));
    given(answered(ben)).when(give(ben), facts()).then();
    const moved = { ...facts(), seen: { ...seen, placeRevision: 3 } };
    given(answered(ben))
      .when(give(ben), moved)
      .then(answered(ben, { placeRevision: 3 }));
  });

  it('an answer to an event is accepted until the event ends (RSVP-05)', () => {
    given().when(give(ben), facts({}, during)).then(answered(ben));
    given().when(give(ben), facts({}, after)).thenRefused('rsvp/over');
    given(answered(ben))
      .when({ type: 'TakeRsvpBack', ...answering(ben) }, facts({}, after))
      .thenRefused('rsvp/over');
  });

  it('the creator counts as going, also after taking an answer back (RSVP-01)', () => {
    given().when(give(ada), facts()).then();
    given()
      .when(give(ada, 'cant'), facts())
      .then(answered(ada, { answer: 'cant', seated: false }));
    const cant = answered(ada, { answer: 'cant', seated: false });
    given(cant)
      .when({ type: 'TakeRsvpBack', ...answering(ada) }, facts())
      .then(answered(ada));
    given(cant, answered(ben))
      .when({ type: 'TakeRsvpBack', ...answering(ada) }, facts({ seats: 1 }))
      .then(waits(ada));
  });

  it('an answer to an event brings no more guests than are allowed, and none unless the person is going (RSVP-08)', () => {
    given()
      .when(give(ben, 'going', 1), facts())
      .thenRefused('request/invalid');
    given()
      .when(give(ben, 'going', 2), facts({ guestsEach: 2 }))
      .then(answered(ben, { guests: 2 }));
    given()
      .when(give(ben, 'maybe', 2), facts({ guestsEach: 2 }))
      .then(answered(ben, { answer: 'maybe', seated: false }));
  });
});

describe('a limited number of seats', () => {
  it('a limited number of seats includes one for the creator and one for every guest (RSVP-07)', () => {
    given()
      .when(give(ben, 'going', 1), facts({ seats: 3, guestsEach: 1 }))
      .then(answered(ben, { guests: 1 }));
    given()
      .when(give(ben, 'going', 1), facts({ seats: 2, guestsEach: 1 }))
      .then(waits(ben, { guests: 1 }));
    given(answered(ben, { answer: 'maybe', seated: false }))
      .when(give(cyd), facts({ seats: 2 }))
      .then(answered(cyd));
  });

  it('a free seat promotes the line in the same append as the answer that opens it (RSVP-10)', () => {
    given(answered(ben), waits(cyd), waits(dan))
      .when(give(ben, 'cant'), facts({ seats: 2 }))
      .then(answered(ben, { answer: 'cant', seated: false }), promoted(cyd, 1));
    given(answered(ben), waits(cyd))
      .when({ type: 'TakeRsvpBack', ...answering(ben) }, facts({ seats: 2 }))
      .then(withdrawn(ben, 'taken-back'), promoted(cyd, 1));
  });

  it('a free seat passes over a party that is too large, which keeps its place (RSVP-10)', () => {
    const line = [answered(ben), waits(cyd, { guests: 2 }), waits(dan)];
    given(...line)
      .when(give(ben, 'cant'), facts({ seats: 2, guestsEach: 2 }))
      .then(answered(ben, { answer: 'cant', seated: false }), promoted(dan, 2));
    given(...line)
      .when({ type: 'PromoteWaiting' }, facts({ seats: 5, guestsEach: 2 }))
      .then(promoted(cyd, 1));
    given(...line)
      .when({ type: 'PromoteWaiting' }, facts({ seats: 6, guestsEach: 2 }))
      .then(promoted(cyd, 1), promoted(dan, 1));
  });

  it('a free seat promotes nobody after the start, and is not for a newcomer while others wait for it (RSVP-10)', () => {
    given(answered(ben), waits(cyd))
      .when(give(ben, 'cant'), facts({ seats: 2 }, during))
      .then(answered(ben, { answer: 'cant', seated: false }));
    const left = [answered(ben, { answer: 'cant', seated: false }), waits(cyd)];
    given(...left)
      .when(give(dan), facts({ seats: 2 }, during))
      .then(waits(dan));
    given(...left)
      .when({ type: 'PromoteWaiting' }, facts({ seats: 2 }, during))
      .then();
  });

  it('more guests than seats are left are refused, and the earlier answer stays (RSVP-13)', () => {
    const room = { seats: 3, guestsEach: 3 };
    given(answered(ben))
      .when(give(ben, 'going', 2), facts(room))
      .thenRefused('rsvp/no-room');
    given(answered(ben))
      .when(give(ben, 'going', 1), facts(room))
      .then(answered(ben, { guests: 1 }));
  });

  it('a party in line keeps its place with fewer guests, and moves to the end with more (RSVP-13)', () => {
    const line = [waits(ben, { guests: 1 }), waits(cyd)];
    const full = { seats: 1, guestsEach: 3 };
    given(...line)
      .when(give(ben), facts(full))
      .then(waits(ben));
    const fewer = given(...line, waits(ben)).state();
    expect([placeOf(fewer, ben), placeOf(fewer, cyd)]).toEqual([1, 2]);
    given(...line)
      .when(give(ben, 'going', 2), facts(full))
      .then(waits(ben, { guests: 2, leaves: 1 }));
    const more = given(...line, waits(ben, { guests: 2, leaves: 1 })).state();
    expect([placeOf(more, ben), placeOf(more, cyd)]).toEqual([2, 1]);
  });

  it('a lowered number of seats takes nobody’s seat, and lets newcomers wait (RSVP-12)', () => {
    const going = [answered(ben), answered(cyd)];
    given(...going)
      .when({ type: 'PromoteWaiting' }, facts({ seats: 1 }))
      .then();
    given(...going)
      .when(give(dan), facts({ seats: 2 }))
      .then(waits(dan));
    given(...going, waits(dan))
      .when(give(ben, 'cant'), facts({ seats: 2 }))
      .then(answered(ben, { answer: 'cant', seated: false }));
  });
});

describe('somebody who leaves', () => {
  it('a member who leaves gives up the answer, and the next in line gets the seat (RSVP-20)', () => {
    const leave = { type: 'WithdrawRsvp', userId: ben, reason: 'left' } as const;
    given(answered(ben), waits(cyd))
      .when(leave, facts({ seats: 2 }))
      .then(withdrawn(ben, 'left'), promoted(cyd, 1));
    given().when(leave, facts()).then();
    given()
      .when({ ...leave, userId: ada }, facts())
      .then(withdrawn(ada, 'left'));
    given(withdrawn(ada, 'left'))
      .when({ ...leave, userId: ada }, facts())
      .then();
  });

  it('a member who left and came back keeps an answer given after that (RSVP-20)', () => {
    const { order } = given(answered(ben)).state().parties.get(ben) ?? { order: '' };
    const leave = { type: 'WithdrawRsvp', userId: ben, reason: 'left' } as const;
    given(answered(ben))
      .when({ ...leave, given: order }, facts())
      .then(withdrawn(ben, 'left'));
    given(answered(ben), withdrawn(ben, 'left'), answered(ben))
      .when({ ...leave, given: order }, facts())
      .then();
  });
});
