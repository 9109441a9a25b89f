import { itemTimes, itemWords, wordsText } from '../activity/item-words.ts';
import type { ActivityItemView, ActivityKind } from '../activity/wire.ts';
import type { EventView } from '../entry/wire.ts';
import { isolated } from '../text/hostile-text.ts';
import { type Alert, shortened } from './alert.ts';

export type ChangedEvent = Pick<ActivityItemView, '_id' | 'kind' | 'groupId' | 'at' | 'person' | 'oldName'> & {
  readonly event: NonNullable<ActivityItemView['event']>;
};

/** Restoring an event alerts nobody. */
const ALERTING: ReadonlySet<ActivityKind> = new Set([
  'added',
  'moved',
  'renamed',
  'place',
  'cancelled',
  'series',
  'seat',
]);

/** Milliseconds for which a change can be undone. Its alert is sent after that. */
export const UNDO_WINDOW_MS = 10_000;

/** If one call makes two changes, this kind of alert covers both. */
const RANKS: readonly ActivityKind[] = ['moved', 'place', 'renamed'];

type Left = ChangedEvent | undefined;

/** A new event stays one until it is cancelled, and is where it is now. */
const afterAdding = (next: ChangedEvent): Left =>
  next.kind === 'cancelled'
    ? undefined
    : { ...next, kind: 'added', event: { ...next.event, from: spanAfter(next), to: undefined } };

/** Two moves are one, and none if the event is back where it was. */
const afterMoving = ({ event: { from } }: ChangedEvent, next: ChangedEvent): Left => {
  const { startsAt, endsAt } = spanAfter(next);
  const isBack = from.startsAt === startsAt && from.endsAt === endsAt;
  return isBack ? undefined : { ...next, event: { ...next.event, from } };
};

const stronger = (a: ChangedEvent, b: ChangedEvent): ChangedEvent =>
  RANKS.indexOf(a.kind) < RANKS.indexOf(b.kind) ? a : b;

/** The change that still needs an alert after another one: the last, unless it undoes the ones before. */
export const afterChange = (known: Left, next: ChangedEvent): Left => {
  if (next.kind === 'restored') return undefined;
  if (known === undefined) return next;
  if (known.kind === 'added') return afterAdding(next);
  if (known.at === next.at) return stronger(known, next);
  return known.kind === 'moved' && next.kind === 'moved' ? afterMoving(known, next) : next;
};

const titleOf = (item: ChangedEvent, groupName: string, timeZone: string): string => {
  const [event, group] = [isolated(item.event.name), isolated(groupName)];
  if (item.kind === 'added') return `New event · ${group}`;
  if (item.kind === 'moved' || item.kind === 'cancelled') return `${event} ${item.kind} · ${group}`;
  return wordsText(itemWords(item, groupName, timeZone) ?? []);
};

const bodyOf = (item: ChangedEvent, place: string, timeZone: string): string => {
  if (item.kind === 'place') return shortened(place);
  const { from, to } = itemTimes(item, timeZone);
  if (from !== undefined && to !== undefined) return `${from} → ${to}`;
  return [isolated(item.event.name), from ?? to].filter((part) => part !== undefined).join(', ');
};

/** When an event takes place after a change. */
export const spanAfter = ({ event }: Pick<ChangedEvent, 'event'>) => event.to ?? event.from;

/** The product did it, once somebody else left. */
const NOBODY = { _id: '', id: '', firstName: '', lastName: '', profilePictureUrl: null };

type Seated = Pick<EventView, '_id' | 'groupId' | 'createdBy' | 'name' | 'startsAt' | 'endsAt'>;

/** A seat that opened for somebody on the waitlist. @param change distinguishes it from an earlier one. @param at when it opened */
export const openedSeat = (event: Seated, change: string, at: string): ChangedEvent => {
  const { _id, groupId, createdBy: creatorId, name, startsAt, endsAt } = event;
  const shown = { _id, creatorId, name, from: { startsAt, endsAt } };
  return { _id: change, kind: 'seat', groupId, at, person: NOBODY, event: shown };
};

/** The alert about a change of a group's event; undefined if there is none. @param now milliseconds. @param place of the event */
export const eventAlert = (
  item: ChangedEvent,
  { groupName, place, timeZone, now }: { groupName: string; place: string; timeZone: string; now: number },
): Alert | undefined => {
  const { kind, _id, groupId, event } = item;
  if (!ALERTING.has(kind) || Date.parse(spanAfter(item).endsAt) <= now) return undefined;
  const path = `/dashboard/group/${groupId}`;
  return {
    title: titleOf(item, groupName, timeZone),
    body: bodyOf(item, place, timeZone),
    tag: `event-${_id}`,
    // A cancelled event is no longer in the schedule; the chat says that it was.
    path: kind === 'cancelled' ? `${path}/chat` : `${path}/event/${event._id}`,
  };
};
