import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { guestCount, type RsvpAnswer, rsvpAnswers, seatFields } from '../entry/attendance.ts';
import type { ChangedEvent } from '../entry/wire.ts';
import { pageLimit, plainText } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { answers, type Route } from '../kernel/route.ts';

export type RsvpView = {
  readonly user: PersonView;
  readonly answer: RsvpAnswer | null;
  readonly guests: number;
  readonly place: number | null;
  readonly notConfirmed: boolean;
};

export type RsvpsView = {
  readonly rsvps: readonly RsvpView[];
  /** Without the search. */
  readonly total: number;
  /** `after` of the next page. */
  readonly next: string | null;
};

/** Of a date of an event that repeats: every later date, too, or the one. Each date with limited seats is answered by itself. */
const scope = z.enum(['all', 'this'], { error: 'Please choose which events' }).optional();

export const rsvpBody = z.object({
  answer: z.enum(rsvpAnswers, { error: 'Please choose an answer' }),
  guests: guestCount.default(0),
  /** Revision of the event that the person saw. */
  revision: z.number({ error: 'This revision is not valid' }).int().min(0, 'This revision is not valid').optional(),
  scope,
});

export const rsvpsQuery = z.object({
  /** `waiting`: the line. `none`: members without an answer, named to the creator, the owner and admins only. */
  answer: z.enum([...rsvpAnswers, 'waiting', 'none'], { error: 'This answer is not known' }).optional(),
  search: plainText(limits.personName * 2 + 1, 'This search is too long').optional(),
  after: plainText(200, 'This page does not exist').optional(),
  limit: pageLimit(limits.rsvpPageMost).default(limits.rsvpPage),
});

/** Who comes to an event. */
export const attendanceRoutes = {
  giveRsvp: {
    method: 'PUT',
    path: '/api/events/:id/rsvp',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'answerEvent' },
    body: rsvpBody,
    answer: answers<ChangedEvent>(),
  },
  takeRsvpBack: {
    method: 'DELETE',
    path: '/api/events/:id/rsvp',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'answerEvent' },
    query: z.object({ scope }),
    answer: answers<ChangedEvent>(),
  },
  setSeats: {
    method: 'PUT',
    path: '/api/events/:id/seats',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'setSeats' },
    body: z.object(seatFields),
    answer: answers<ChangedEvent>(),
  },
  rsvps: {
    method: 'GET',
    path: '/api/events/:id/rsvps',
    service: 'query',
    permission: { access: 'profile', rule: 'answerEvent' },
    query: rsvpsQuery,
    answer: answers<RsvpsView>(),
  },
} as const satisfies { readonly [name: string]: Route };
