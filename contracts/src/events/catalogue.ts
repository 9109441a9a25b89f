import type { z } from 'zod';
import { accessEvents } from './access.ts';
import type { EventDefinition } from './definition.ts';
import { entryEvents } from './entry.ts';
import { fileEvents } from './file.ts';
import { groupEvents } from './group.ts';
import { messageEvents } from './message.ts';
import { preferencesEvents } from './preferences.ts';
import { reportEvents } from './report.ts';
import { userEvents } from './user.ts';

/** Every event that was ever stored. A definition is never taken out; its shape changes by version and upcaster. */
export const eventCatalogue = [
  ...userEvents,
  ...accessEvents,
  ...groupEvents,
  ...entryEvents,
  ...messageEvents,
  ...preferencesEvents,
  ...fileEvents,
  ...reportEvents,
] as const;

type Definition = (typeof eventCatalogue)[number];

export type EventType = Definition['type'];

export type DomainEvent = {
  [D in Definition as D['type']]: {
    readonly type: D['type'];
    readonly data: Readonly<z.infer<D['schema']>>;
  };
}[EventType];

export type DomainEventOf<T extends EventType> = Extract<DomainEvent, { readonly type: T }>;

export type DataOf<T extends EventType> = DomainEventOf<T>['data'];

const byType: ReadonlyMap<string, EventDefinition> = new Map(
  eventCatalogue.map((definition) => [definition.type, definition as unknown as EventDefinition]),
);

/** `undefined` for a type that this version of the product does not know. */
export const eventDefinition = (type: string): EventDefinition | undefined => byType.get(type);
