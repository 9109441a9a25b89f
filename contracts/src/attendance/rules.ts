import { readEvent } from '../entry/rules.ts';
import { allowIf, type OnEvent } from '../kernel/permissions.ts';

export const limits = {
  /** Per event. */
  seats: 10_000,
  /** Per member and event. */
  guestsEach: 5,
  rsvpPage: 50,
  maxRsvpPage: 200,
} as const;

export const refusals = {
  'rsvp/over': [409, 'This event is over'],
  'rsvp/personal': [400, 'Personal events have no answers'],
  'rsvp/no-room': [409, '{text}'],
} as const;

/** Every member may answer, and see the answers. */
const answerEvent = (facts: OnEvent) => readEvent(facts) ?? allowIf(!facts.personal, 'rsvp/personal');

export const permissions = {
  answerEvent,
  setSeats: (facts: OnEvent) =>
    answerEvent(facts) ?? allowIf(facts.actorId === facts.creatorId, 'event/not-the-creator'),
} as const;
