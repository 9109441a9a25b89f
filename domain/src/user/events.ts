import { z } from 'zod';
import { defineEvent, personal, personSubject } from '../event-definition.ts';

/** Stream `user-{userId}`: a person's account. */
export const userStream = (userId: string): string => `user-${userId}`;

const userId = z.uuid();
const ofPerson = (data: { userId: string }): string => personSubject(data.userId);

export const userEvents = [
  defineEvent({
    type: 'UserRegistered',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* signed up' },
    /**
     * `phoneKey` names the number's reservation. It is random.
     */
    schema: z.object({
      userId,
      phone: personal(z.string()),
      phoneKey: z.string(),
    }),
    personal: [{ subject: ofPerson, fields: ['phone'] }],
  }),
  defineEvent({
    type: 'EmailChanged',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* changed their email' },
    schema: z.object({ userId, email: personal(z.string()) }),
    personal: [{ subject: ofPerson, fields: ['email'] }],
  }),
  defineEvent({
    type: 'NameChanged',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* changed their name' },
    schema: z.object({
      userId,
      firstName: personal(z.string()),
      lastName: personal(z.string()),
    }),
    personal: [{ subject: ofPerson, fields: ['firstName', 'lastName'] }],
  }),
  defineEvent({
    type: 'PictureChanged',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* changed their picture' },
    schema: z.object({ userId, fileId: z.string() }),
  }),
  defineEvent({
    type: 'ProfileCompleted',
    audit: { kind: 'account', person: 'userId', say: '*{actor}* completed their profile' },
    schema: z.object({ userId }),
  }),
  defineEvent({
    type: 'PhoneChanged',
    audit: { kind: 'account', person: 'userId', say: '*{personOrActor}* changed their number' },
    schema: z.object({
      userId,
      phone: personal(z.string()),
      phoneKey: z.string(),
      previousPhoneKey: z.string(),
    }),
    personal: [{ subject: ofPerson, fields: ['phone'] }],
  }),
  /** A code was requested for changing to this number. Erasure needs to know numbers that the account never got. */
  defineEvent({
    type: 'PhoneChangeRequested',
    audit: 'unlisted',
    schema: z.object({ userId, phone: personal(z.string()) }),
    personal: [{ subject: ofPerson, fields: ['phone'] }],
  }),
  /** Someone without access to the current number verified the new one. It takes effect at `effectiveAt` unless stopped. */
  defineEvent({
    type: 'PhoneChangeScheduled',
    audit: 'unlisted',
    schema: z.object({
      userId,
      changeId: z.uuid(),
      phone: personal(z.string()),
      effectiveAt: z.iso.datetime(),
      sessionId: z.string(),
    }),
    personal: [{ subject: ofPerson, fields: ['phone'] }],
  }),
  defineEvent({
    type: 'PhoneChangeStopped',
    audit: 'unlisted',
    version: 2,
    /** `account`: from within the account. `number-…`: the new number was not available when the change was due. */
    schema: z.object({
      userId,
      changeId: z.uuid(),
      reason: z.enum(['link', 'sign-in', 'account', 'number-taken', 'number-banned']),
    }),
    upcasters: { 1: (data) => data },
  }),
  /** The number with this key was notified that the account has another number now. */
  defineEvent({
    type: 'PreviousNumberNotified',
    audit: 'unlisted',
    schema: z.object({ userId, phoneKey: z.string() }),
  }),
  /** Ends every session of the person that started before, except `except`. */
  defineEvent({
    type: 'SessionsRevoked',
    audit: { kind: 'session', person: 'userId', say: '*{personOrActor}* was signed out elsewhere' },
    schema: z.object({ userId, except: z.string().nullable() }),
  }),
  defineEvent({
    type: 'AccountDeleted',
    audit: {
      kind: 'account',
      person: 'userId',
      facts: ['reason', 'by'],
      say: ({ reason }) =>
        reason === 'banned'
          ? { sentence: '*{by}* banned *{person}*', detail: 'all data deleted' }
          : '*Somebody* deleted their account',
    },
    schema: z.object({
      userId,
      phoneKey: z.string(),
      reason: z.enum(['own-wish', 'banned']),
      /** The administrator who banned the person. */
      by: z.string().optional(),
    }),
  }),
  /** The person's keys are destroyed: nobody who reads the log from here on can read their texts. */
  defineEvent({ type: 'AccountErased', audit: 'unlisted', schema: z.object({ userId }) }),
] as const;
