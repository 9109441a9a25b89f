import { z } from 'zod';
import { defineEvent, phoneSubject } from '../event-definition.ts';

/** Stream `verification-{phoneKey}`: codes sent to one number, and attempts to enter them. */
export const verificationStream = (phoneKey: string): string => `verification-${phoneKey}`;

/** `change-phone` verifies the number an account changes to, `leave-number` the one it changes from. */
export const verificationPurposes = ['login', 'signup', 'change-phone', 'leave-number'] as const;
export type VerificationPurpose = (typeof verificationPurposes)[number];
const purpose = z.enum(verificationPurposes);
/** The requesting network address, hashed with a key of the number; `null` in events from before it was recorded. */
const addressKey = z.string().nullable();
const withoutAddress = (data: Record<string, unknown>) => ({ ...data, addressKey: null });

const ofNumber = (data: { phoneKey: string }): string => phoneSubject(data.phoneKey);

export const verificationEvents = [
  defineEvent({
    type: 'CodeSent',
    audit: 'unlisted',
    version: 2,
    /** `codeHash` is peppered, and salted with `salt`. `requestedBy` is set for a change of number. */
    schema: z.object({
      phoneKey: z.string(),
      purpose,
      salt: z.string(),
      codeHash: z.string(),
      expiresAt: z.iso.datetime(),
      requestedBy: z.uuid().nullable(),
      addressKey,
    }),
    upcasters: { 1: withoutAddress },
    about: ofNumber,
  }),
  defineEvent({
    type: 'CodeRejected',
    audit: 'unlisted',
    version: 2,
    schema: z.object({ phoneKey: z.string(), purpose, addressKey }),
    upcasters: { 1: withoutAddress },
    about: ofNumber,
  }),
  defineEvent({
    type: 'CodeAccepted',
    audit: 'unlisted',
    version: 2,
    /** `sealedToken` returns a sign-in's token to a repeat with the same `Idempotency-Key`, which is stored nowhere. */
    schema: z.object({ phoneKey: z.string(), purpose, addressKey, sealedToken: z.string().nullable() }),
    upcasters: { 1: (data) => ({ ...withoutAddress(data), sealedToken: null }) },
    about: ofNumber,
  }),
] as const;
