import type { z } from 'zod';

/** A text about a person: encrypted at rest with the subject's key, `null` once the key is destroyed. */
export const personal = <S extends z.ZodType>(schema: S) => schema.nullable();

/** Which fields are encrypted, and with whose key. The subject is taken from the event's clear fields. */
export type PersonalFields<Data> = {
  readonly subject: (data: Data) => string;
  readonly fields: readonly (keyof Data & string)[];
};

export type EventDefinition<T extends string = string, S extends z.ZodObject = z.ZodObject> = {
  readonly type: T;
  /** Stored with every event. Raise it when the shape changes, and add an upcaster from the version before. */
  readonly version: number;
  readonly schema: S;
  readonly personal: readonly PersonalFields<z.infer<S>>[];
  /** `upcasters[n]` turns the decrypted data of version n into that of version n + 1. */
  readonly upcasters: {
    readonly [version: number]: (data: Record<string, unknown>) => Record<string, unknown>;
  };
};

/** An event as it stands in the catalogue. Of a first version, without personal fields, unless said otherwise. */
export const defineEvent = <const T extends string, S extends z.ZodObject>(definition: {
  readonly type: T;
  readonly version?: number;
  readonly schema: S;
  readonly personal?: readonly PersonalFields<z.infer<S>>[];
  readonly upcasters?: EventDefinition['upcasters'];
}): EventDefinition<T, S> => ({
  type: definition.type,
  version: definition.version ?? 1,
  schema: definition.schema,
  personal: definition.personal ?? [],
  upcasters: definition.upcasters ?? {},
});

/** Subjects of keys. */
export const personSubject = (userId: string): string => `user-${userId}`;
export const groupSubject = (groupId: string): string => `group-${groupId}`;
