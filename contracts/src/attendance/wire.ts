import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import {
  type AttendanceView,
  guestCount,
  type OwnRsvpView,
  type RsvpAnswer,
  rsvpAnswers,
  seatFields,
} from '../entry/attendance.ts';
import type { DatesAnswers } from '../entry/dates-answers.ts';
import type { ChangedEvent } from '../entry/wire.ts';
import { pageLimit, plainText } from '../kernel/fields.ts';
import { carries, type Frames, type OfEvent } from '../kernel/frame.ts';
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

/** For a date of an event that repeats: that date and all later ones, or that date alone. Dates with limited seats are answered one by one. */
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
  limit: pageLimit(limits.maxRsvpPage).default(limits.rsvpPage),
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

/** `leaves`: the place on the waitlist that the change at `at` freed. Everybody behind it moves up. */
type Attended = OfEvent & { readonly attendance: AttendanceView; readonly leaves?: number; readonly at: string };
/** The answers to a series or to one date of it, in parts. For each part the newer one wins. */
type DatesAnswered = OfEvent & {
  readonly answers: DatesAnswers;
  readonly leaves?: number;
  readonly at: string;
};
/** Without `mine` once an answer to a date gave way to one to its series. */
type OwnDates = OfEvent & { readonly mine?: NonNullable<DatesAnswers['mine']>; readonly promoted?: true };

export const attendanceFrames = {
  attendanceUpdated: { of: ['attendance'], audience: 'group', payload: carries<Attended>() },
  /** `promoted`: a seat opened for them. */
  ownRsvpUpdated: {
    of: ['ownRsvp'],
    audience: 'person',
    payload: carries<OfEvent & { readonly mine: OwnRsvpView; readonly promoted?: true }>(),
  },
  datesAnswered: { of: ['datesAnswers'], audience: 'group', payload: carries<DatesAnswered>() },
  ownDatesAnswered: { of: ['ownDates'], audience: 'person', payload: carries<OwnDates>() },
} as const satisfies Frames;
