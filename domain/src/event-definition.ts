import type { z } from 'zod';
import type { AuditRule } from './audit-rule.ts';

/** Personal text: encrypted at rest with the subject's key, `null` once the key is destroyed. */
export const personal = <S extends z.ZodType>(schema: S) => schema.nullable();

/** Which fields are encrypted, and with whose key. The subject is derived from the event's clear fields. */
export type PersonalFields<Data> = {
  readonly subject: (data: Data) => string;
  readonly fields: readonly (keyof Data & string)[];
};

export type EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> = {
  readonly type: T;
  /** Stored with every event. Raise it when the shape changes, and add an upcaster from the previous version. */
  readonly version: number;
  readonly schema: S;
  readonly personal: readonly PersonalFields<z.infer<S>>[];
  /** Only for events without personal fields: the subject whose key encrypts the request digest. By default the actor. */
  readonly about?: ((data: z.infer<S>) => string) | undefined;
  /**
   * How the audit history lists the event. Unlisted are read markers, colors and pins, which are private, and events without a
   * person: codes, reservations, counters.
   */
  readonly audit: AuditRule<z.infer<S>> | 'unlisted';
  /** `upcasters[n]` turns the decrypted data of version n into that of version n + 1. */
  readonly upcasters: {
    readonly [version: number]: (data: Record<string, unknown>) => Record<string, unknown>;
  };
};

type Defaults = 'version' | 'personal' | 'upcasters';

/** Defines an event for the catalogue. By default version 1, without personal fields. */
export const defineEvent = <const T extends string, S extends z.ZodObject>(
  given: Omit<EventDefinition<T, S>, Defaults> & Partial<Pick<EventDefinition<T, S>, Defaults>>,
): EventDefinition<T, S> => ({ version: 1, personal: [], upcasters: {}, ...given });

/** Subjects of keys. */
export const personSubject = (userId: string): string => `user-${userId}`;
/** Everything a person wrote, planned and shared. */
export const writingsSubject = (userId: string): string => `writings-${userId}`;
/** One message or calendar entry: its own key, derived from that of {@link writingsSubject}, so that it can be erased alone. */
export const writingSubject = (userId: string, id: string): string => `${writingsSubject(userId)}/${id}`;
/** Notes of administrators. Not erased with any person. */
export const MODERATION_SUBJECT = 'moderation';
export const groupSubject = (groupId: string): string => `group-${groupId}`;
/** @param phoneKey names a number in the log. The key is destroyed when the number is released. */
export const phoneSubject = (phoneKey: string): string => `phone-${phoneKey}`;
