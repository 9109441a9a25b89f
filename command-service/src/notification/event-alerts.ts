import { itemOfNotice } from '@quorum/contracts/activity/items.ts';
import {
  afterChange,
  type ChangedEvent,
  eventAlert,
  spanAfter,
  UNDO_WINDOW_MS,
} from '@quorum/contracts/notification/event-alert.ts';
import { isErased } from '@quorum/contracts/text/person-name.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageJoins } from '@quorum/service-kit/reads/message.ts';
import { type NoticeDocument, presentNotices } from '@quorum/service-kit/reads/notice.ts';
import { fromAggregates } from '../handling/answer.ts';
import type { AlertContext, AlertKind, Outgoing } from './alert-kind.ts';
import { subscribedMembers, whoHears } from './subscribed-members.ts';

type OfEntry = StoredEvent & { readonly data: { readonly entryId: string; readonly groupId: string } };

/** Notices read per entry, and milliseconds within which successive changes count as one. */
const [MAX_NOTICES, LONGEST] = [200, 600_000];

/** Seconds. */
const [MIN_TTL, DAY] = [60, 86_400];

const follows = (a: NoticeDocument | undefined, b: NoticeDocument | undefined): boolean =>
  a !== undefined && b !== undefined && Date.parse(b.at) - Date.parse(a.at) <= UNDO_WINDOW_MS;

/** The changes of the same event in quick succession, of which this is one, in order. */
const changesAround = async (
  { reads }: AlertContext,
  { id, data, recordedAt }: OfEntry,
): Promise<readonly NoticeDocument[]> => {
  // An event that repeats may have had thousands.
  const since = new Date(Date.parse(recordedAt) - LONGEST).toISOString();
  const found = await reads.active.query('notices', {
    where: { entryId: data.entryId },
    filter: [{ field: 'at', op: '>=', value: since }],
    limit: MAX_NOTICES,
  });
  const occurrence = found.find((notice) => notice.id === id)?.occurrence;
  const all = found.filter((notice) => notice.occurrence === occurrence).sort((a, b) => (a.order < b.order ? -1 : 1));
  const at = all.findIndex((notice) => notice.id === id);
  let [first, last] = [at, at];
  while (follows(all[first - 1], all[first])) first -= 1;
  while (follows(all[last], all[last + 1])) last += 1;
  return at === -1 ? [] : all.slice(first, last + 1);
};

/** The part of a change that still needs an alert: none if it was undone, or if a later alert covers it. */
const leftToSay = async (context: AlertContext, event: OfEntry): Promise<ChangedEvent | undefined> => {
  const notices = await presentNotices(
    joinsFrom(fromAggregates(context), { people: messageJoins.people }),
    await changesAround(context, event),
  );
  let left: ChangedEvent | undefined;
  for (const notice of notices) {
    const item = itemOfNotice(notice);
    if (item?.event !== undefined) left = afterChange(left, { ...item, event: item.event });
  }
  return left?._id === event.id && !isErased(left.person) ? left : undefined;
};

/** Whether a change that the read models show still holds in the log. A date of a series is judged by its notices alone. */
const holds = ({ status, series, startsAt }: Entry, { kind, event }: ChangedEvent): boolean => {
  if (kind !== 'cancelled')
    return status === 'scheduled' && (series !== null || spanAfter({ event }).startsAt === startsAt);
  return series !== null || status !== 'scheduled';
};

/** Where the event is now; undefined if it is not as the change says, or its texts were erased. */
const placeOf = async ({ aggregates }: AlertContext, entryId: string, change: ChangedEvent) => {
  const entry = await aggregates.load(entryDecider, entryStream(entryId));
  return entry.name === null || !holds(entry, change) ? undefined : (entry.location ?? '');
};

/** The alert of a change, which waits for a browser until the event starts. */
export const outgoing = (item: ChangedEvent, seen: Parameters<typeof eventAlert>[1]): Outgoing | undefined => {
  const alert = eventAlert(item, seen);
  const untilStart = Math.floor((Date.parse(spanAfter(item).startsAt) - seen.now) / 1000);
  const ttl = Math.min(Math.max(untilStart, MIN_TTL), DAY);
  return alert && { ...alert, ttl, isUrgent: untilStart < DAY };
};

/** New, moved, changed and cancelled events of a group. */
export const eventAlerts: AlertKind<OfEntry> = {
  delay: UNDO_WINDOW_MS,
  recipients: async (context, event, subscribers) => {
    const { groupId } = event.data;
    const item = await leftToSay(context, event);
    if (item === undefined) return [];
    const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
    const ids = subscribedMembers({ members, subscribers, event, except: item.person._id });
    const hearing = await whoHears(context, groupId, ids, ({ eventChanges }) => eventChanges);
    return hearing.map((userId) => ({ userId, isLimited: false }));
  },
  alert: async (context, event, { userId, timeZone }) => {
    const { members, name } = await context.aggregates.load(groupDecider, groupStream(event.data.groupId));
    const item = members.has(userId) ? await leftToSay(context, event) : undefined;
    const place = item && (await placeOf(context, event.data.entryId, item));
    if (item === undefined || place === undefined) return undefined;
    return outgoing(item, { groupName: name ?? '', place, timeZone, now: context.clock.now() });
  },
};
