import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { limits } from '../kernel/limits.ts';
import type { Reminder } from '../reminder/lead-times.ts';

/** A member's answer to an event. */
export const rsvpAnswers = ['going', 'maybe', 'cant'] as const;

export type RsvpAnswer = (typeof rsvpAnswers)[number];

/** Who comes, as every viewer sees it. Counts are members. */
export type AttendanceView = {
  /** With a seat. */
  readonly going: number;
  readonly maybe: number;
  readonly cant: number;
  /** In line for a seat. */
  readonly waiting: number;
  /** Guests of those going. */
  readonly guests: number;
  /** Those going who answered for another time or place. */
  readonly notConfirmed: number;
  /** `null`: no limit. */
  readonly seats: number | null;
  readonly guestsEach: number;
  /** Up to four of those going. */
  readonly faces: readonly PersonView[];
  /** Ordered as text; the newer view wins. */
  readonly revision: string;
};

/** The time and place that somebody answered for. `placeRevision` is that of the event when it got this place. */
export type AnsweredFor = { readonly startsAt: string; readonly endsAt: string; readonly placeRevision: number };

/** A person's own answer. */
export type OwnRsvpView = {
  /** `null`: no answer yet. Somebody in line is `going` and has a place. */
  readonly answer: RsvpAnswer | null;
  readonly guests: number;
  /** In line, from 1. */
  readonly place: number | null;
  /** The time and place that the answer was for, if the event has others now. */
  readonly ask: AnsweredFor | null;
  /** The time and place that the answer was for. `null` without an answer, and for the creator, who is never asked. */
  readonly answeredFor: AnsweredFor | null;
  /** As that of the attendance. */
  readonly revision: string;
  /** The lead time that the person chose. Absent without one: the event's holds. */
  readonly reminder?: Reminder;
};

/** The answers to an event beside its copy: what everybody sees, and the viewer's own. */
export type AnswersView = { readonly attendance: AttendanceView; readonly mine?: OwnRsvpView };

export const guestCount = z
  .number({ error: 'Please choose a number of guests' })
  .int('Please choose a number of guests')
  .min(0, 'Please choose a number of guests')
  .max(limits.guestsEach, `Please choose at most ${limits.guestsEach} guests`);

const seatCount = z
  .number({ error: 'Please choose a number of seats' })
  .int('Please choose a number of seats')
  .min(1, 'Please choose at least 1 seat')
  .max(limits.seats, 'Please choose at most 10,000 seats');

/** `seats: null` means no limit. */
export const seatFields = { seats: seatCount.nullable(), guestsEach: guestCount };
