import type { z } from 'zod';
import { activityEvents } from './activity/events.ts';
import { adminEvents } from './admin/events.ts';
import { attemptEvents } from './attempts/events.ts';
import { attendanceEvents } from './attendance/events.ts';
import { feedEvents } from './calendar-feed/events.ts';
import { configurationEvents } from './configuration/events.ts';
import { entryEvents } from './entry/events.ts';
import type { EventDefinition } from './event-definition.ts';
import { fileEvents } from './file/events.ts';
import { groupEvents } from './group/events.ts';
import { joinCodeEvents } from './join-code/events.ts';
import { keysEvents } from './keys/events.ts';
import { messageEvents } from './message/events.ts';
import { phoneEvents } from './phone/events.ts';
import { pinEvents } from './pins/events.ts';
import { pollEvents } from './poll/events.ts';
import { preferencesEvents } from './preferences/events.ts';
import { pushEvents } from './push/events.ts';
import { readingEvents } from './reading/events.ts';
import { reminderEvents } from './reminder/events.ts';
import { reportEvents } from './report/events.ts';
import { sessionEvents } from './session/events.ts';
import { smsBudgetEvents } from './sms-budget/events.ts';
import { supportEvents } from './support/events.ts';
import { userEvents } from './user/events.ts';
import { verificationEvents } from './verification/events.ts';

/** Events by the category of their stream (`group` of `group-{id}`). */
const categories = {
  user: userEvents,
  session: sessionEvents,
  verification: verificationEvents,
  phone: phoneEvents,
  attempts: attemptEvents,
  group: groupEvents,
  joincode: joinCodeEvents,
  entry: entryEvents,
  attendance: attendanceEvents,
  reminders: reminderEvents,
  feed: feedEvents,
  message: messageEvents,
  preferences: preferencesEvents,
  activity: activityEvents,
  push: pushEvents,
  reading: readingEvents,
  pins: pinEvents,
  poll: pollEvents,
  file: fileEvents,
  report: reportEvents,
  sms: smsBudgetEvents,
  config: configurationEvents,
  admin: adminEvents,
  keys: keysEvents,
  support: supportEvents,
} as const;

export type StreamCategory = keyof typeof categories;

type Definition = (typeof categories)[StreamCategory][number];

/** The prefixes of all stream names, up to the first `-`. */
export const streamCategories: readonly string[] = Object.keys(categories);

/** Every event ever stored. Definitions are never removed; a shape changes by version and upcaster. */
export const eventCatalogue: readonly Definition[] = Object.values(categories).flat();

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

const categoryByType: ReadonlyMap<string, string> = new Map(
  Object.entries(categories).flatMap(([category, definitions]) => definitions.map(({ type }) => [type, category])),
);

/** The category of the streams with events of this type; `undefined` for an unknown type. */
export const categoryOfType = (type: string): string | undefined => categoryByType.get(type);

/** `undefined` for a type unknown to this version of the product. */
export const eventDefinition = (type: string): EventDefinition | undefined => byType.get(type);

const NOBODY: readonly string[] = [];

/** Subjects whose keys decrypted the personal fields of an event. Erased or absent fields have none. */
export const subjectsOf = ({ type, data }: DomainEvent): readonly string[] => {
  const fields = byType.get(type)?.personal ?? [];
  if (fields.length === 0) return NOBODY;
  const known = data as Readonly<Record<string, unknown>>;
  return fields.filter((each) => each.fields.some((name) => known[name] !== null)).map(({ subject }) => subject(known));
};
