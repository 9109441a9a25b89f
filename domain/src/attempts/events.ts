import { z } from 'zod';
import { defineEvent } from '../event-definition.ts';

/** Stream `attempts-{kind}-{key}`: counted attempts by an address or account, so that limits survive restarts. */
export const attemptsStream = (kind: AttemptKind, key: string): string => `attempts-${kind}-${key}`;

export const attemptKinds = [
  'code-sends-of-address',
  'code-misses-of-address',
  'join-misses-of-account',
  'new-groups-of-account',
  'phone-changes-of-account',
  'join-misses-of-address',
  'admin-misses-of-address',
] as const;
export type AttemptKind = (typeof attemptKinds)[number];

export const attemptEvents = [
  defineEvent({
    type: 'AttemptCounted',
    audit: 'unlisted',
    schema: z.object({ kind: z.enum(attemptKinds), key: z.string() }),
  }),
] as const;
