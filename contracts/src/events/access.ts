import { z } from 'zod';
import { defineEvent } from './definition.ts';

/** Stream `session-{tokenHash}`: one signed-in browser. The token itself is never stored. */
export const sessionStream = (tokenHash: string): string => `session-${tokenHash}`;

/** Stream `verification-{phoneKey}`: codes sent to one number and the tries at them. */
export const verificationStream = (phoneKey: string): string => `verification-${phoneKey}`;

/** Stream `phone-{phoneKey}`: reservation of a number by one account. */
export const phoneStream = (phoneKey: string): string => `phone-${phoneKey}`;

/** Stream `attempts-{kind}-{key}`: counted attempts of one address or account, for limits that survive restarts. */
export const attemptsStream = (kind: AttemptKind, key: string): string => `attempts-${kind}-${key}`;

export const attemptKinds = [
  'code-sends-of-address',
  'join-misses-of-account',
  'join-misses-of-address',
  'admin-misses-of-address',
] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export const verificationPurposes = ['login', 'signup', 'change-phone'] as const;
export type VerificationPurpose = (typeof verificationPurposes)[number];
const purpose = z.enum(verificationPurposes);

export const accessEvents = [
  defineEvent({
    type: 'SessionStarted',
    schema: z.object({
      sessionId: z.string(),
      userId: z.uuid(),
      expiresAt: z.iso.datetime(),
    }),
  }),
  defineEvent({
    type: 'SessionEnded',
    schema: z.object({
      sessionId: z.string(),
      userId: z.uuid(),
      reason: z.enum(['logout', 'expired']),
    }),
  }),
  defineEvent({
    type: 'CodeSent',
    /** `codeHash` is peppered and salted with `salt`; `requestedBy` is set for a change of number. */
    schema: z.object({
      phoneKey: z.string(),
      purpose,
      salt: z.string(),
      codeHash: z.string(),
      expiresAt: z.iso.datetime(),
      requestedBy: z.uuid().nullable(),
    }),
  }),
  defineEvent({
    type: 'CodeRejected',
    schema: z.object({ phoneKey: z.string(), purpose }),
  }),
  defineEvent({
    type: 'CodeAccepted',
    schema: z.object({ phoneKey: z.string(), purpose }),
  }),
  defineEvent({
    type: 'PhoneClaimed',
    schema: z.object({ phoneKey: z.string(), userId: z.uuid() }),
  }),
  defineEvent({
    type: 'PhoneReleased',
    schema: z.object({ phoneKey: z.string(), userId: z.uuid() }),
  }),
  defineEvent({
    type: 'PhoneBanned',
    schema: z.object({ phoneKey: z.string() }),
  }),
  defineEvent({
    type: 'AttemptCounted',
    schema: z.object({ kind: z.enum(attemptKinds), key: z.string() }),
  }),
] as const;
