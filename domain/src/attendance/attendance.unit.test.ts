import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { type Arbitrary, array, assert, constantFrom, nat, oneof, property, record } from 'fast-check';
import { test } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import type { StoredEvent } from '../stored-event.ts';
import { type Attendance, isWaiting, listOf, placeOf, sizeOf } from './attendance.ts';
import { type AttendanceCommand, type AttendanceFacts, attendanceDecider } from './decider.ts';

const people = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const creatorId = people[0] as string;
const entryId = '00000000-0000-4000-8000-0000000000e0';

type Move =
  | { readonly answer: 'going' | 'maybe' | 'cant' | 'back' | 'left'; readonly userId: string; readonly guests: number }
  | { readonly seats: number };

const move: Arbitrary<Move> = oneof(
  {
    weight: 8,
    arbitrary: record({
      answer: constantFrom('going', 'going', 'going', 'maybe', 'cant', 'back', 'left'),
      userId: constantFrom(...people),
      guests: nat(3),
    }) as Arbitrary<Move>,
  },
  { weight: 1, arbitrary: record({ seats: nat(10).map((more) => 1 + more) }) },
);

const commandOf = (given: Exclude<Move, { readonly seats: number }>): AttendanceCommand => {
  const { answer, userId, guests } = given;
  if (answer === 'left') return { type: 'WithdrawRsvp', userId, reason: 'left' };
  if (answer === 'back') return { type: 'TakeRsvpBack', eventId: entryId, userId };
  return { type: 'GiveRsvp', eventId: entryId, userId, answer, guests };
};

/** An event with its answers, as one sequence of moves after another leaves it. */
class Club {
  attendance: Attendance = attendanceDecider.initial;
  seats = 4;
  #events = 0;

  get #facts(): AttendanceFacts {
    const [startsAt, endsAt] = ['2030-05-14T14:30:00.000Z', '2030-05-14T15:30:00.000Z'];
    const entry = {
      id: entryId,
      groupId: entryId,
      creatorId,
      startsAt,
      endsAt,
      placeRevision: 0,
      seats: this.seats,
      guestsEach: 3,
    };
    return { now: 0, occurrence: null, entry };
  }

  handle(command: AttendanceCommand): readonly DomainEvent[] {
    const decision = attendanceDecider.decide(command, this.attendance, this.#facts);
    const events = isRefusal(decision) ? [] : decision;
    for (const event of events) {
      this.#events += 1;
      const position = String(this.#events).padStart(6, '0');
      this.attendance = attendanceDecider.evolve(this.attendance, { ...event, position } as StoredEvent);
    }
    return events;
  }

  make(move: Move): readonly DomainEvent[] {
    if (!('seats' in move)) return this.handle(commandOf(move));
    this.seats = move.seats;
    return this.handle({ type: 'PromoteWaiting' });
  }

  get taken(): number {
    return this.attendance.going + this.attendance.guests;
  }

  get line(): readonly string[] {
    return [...this.attendance.parties].flatMap(([userId, party]) => (isWaiting(party) ? [userId] : []));
  }
}

const always = (holds: (club: Club, events: readonly DomainEvent[], before: Club) => boolean): void =>
  assert(
    property(array(move, { maxLength: 60 }), (moves) => {
      const club = new Club();
      return moves.every((made) => {
        const before = Object.assign(new Club(), { attendance: club.attendance, seats: club.seats });
        const events = club.make(made);
        return holds(club, events, before);
      });
    }),
    { numRuns: 300 },
  );

test('there are never more people than seats, unless seats were taken away (RSVP-27)', () => {
  always((club, _, before) => club.taken <= Math.max(club.seats, before.taken));
});

test('no party in line fits the free seats (RSVP-27)', () => {
  always(({ attendance, seats, taken }) =>
    [...attendance.parties.values()].every((party) => !isWaiting(party) || sizeOf(party) > seats - taken),
  );
});

test('parties of one size leave the line in order (RSVP-27)', () => {
  always((_, events, before) => {
    const sizeIn = (userId: string): number => sizeOf(before.attendance.parties.get(userId) ?? { guests: 0 });
    const promoted = events.flatMap(({ type, data }) => (type === 'RsvpPromoted' ? [data.userId] : []));
    return promoted.every((userId) => {
      const ahead = before.line.slice(0, before.line.indexOf(userId));
      const [moved] = events.flatMap(({ type, data }) => (type === 'RsvpGiven' ? [data.userId] : []));
      return ahead.every((other) => sizeIn(other) !== sizeIn(userId) || promoted.includes(other) || other === moved);
    });
  });
});

test('the place that an event names is the one that its person left (RSVP-21)', () => {
  always((_, events, before) => {
    const first = events[0];
    if (first === undefined || !('leaves' in first.data) || first.data.leaves === null) return true;
    return first.data.leaves === placeOf(before.attendance, first.data.userId);
  });
});

test('the counts are those of the answers (RSVP-27)', () => {
  always(({ attendance }) => {
    const parties = [...attendance.parties.values()];
    const count = (list: string): number => parties.filter((party) => listOf(party) === list).length;
    const going = parties.filter((party) => listOf(party) === 'going');
    return (
      attendance.parties.size === 0 ||
      (attendance.going === count('going') &&
        attendance.maybe === count('maybe') &&
        attendance.cant === count('cant') &&
        attendance.waiting === count('waiting') &&
        attendance.guests === going.reduce((sum, { guests }) => sum + guests, 0) &&
        Object.values(attendance.confirmed).reduce((sum, each) => sum + each, 0) === attendance.going &&
        attendance.faces.every((userId) => attendance.parties.get(userId)?.seated === true))
    );
  });
});
