import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { placeAfter } from '@quorum/domain/entry/entry.ts';
import { entryFacts } from '@quorum/domain/entry/events.ts';
import type { SeriesEvent } from '@quorum/domain/entry/series.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { type EntryDocument, entryDocument, ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import { attendanceDocuments } from '../attendance/fold.ts';
import { type Data, type Rules, type ThinChange, toGroup, toUser } from '../audience.ts';
import { chatNotice, messageDeleted, messageUpdated } from '../message/fold.ts';
import { notices } from '../message/notices.ts';
import { change, type Handlers, model, put, putAll, remove, together } from '../model.ts';
import { deletedDocuments } from './deleted.ts';
import { seriesDocuments } from './series.ts';

/** Only the creator knows of a personal entry, and no message announces it. */
const entryChange = (
  kind: 'eventCreated' | 'eventUpdated' | 'seriesUpdated' | 'eventDeleted',
  { data }: { readonly data: { readonly entryId: string; readonly groupId: string; readonly creatorId: string } },
  ofMessage?: (groupId: string, messageId: string) => ThinChange,
  more: Data = {},
): readonly ThinChange[] => {
  const { entryId, groupId, creatorId } = data;
  if (groupId === MY_SCHEDULE) return [toUser(kind, creatorId, { groupId, eventId: entryId, ...more })];
  const change = toGroup(kind, groupId, { eventId: entryId, ...more });
  return ofMessage === undefined ? [change] : [change, ofMessage(groupId, entryId)];
};

/** Readers of the series compute its dates. */
const seriesChange = (event: SeriesEvent): readonly ThinChange[] => [
  ...entryChange('seriesUpdated', event, messageUpdated),
  ...chatNotice(event),
];

/** Audiences of its events. */
export const entryChanges = {
  EntryScheduled: (event) => [...entryChange('eventCreated', event), ...chatNotice(event)],
  /** No message announces it, and the first of an import has its notice. */
  EntryImported: (event) => [
    ...entryChange(event.data.series === null ? 'eventCreated' : 'seriesUpdated', event),
    ...(event.data.count === null ? [] : chatNotice(event)),
  ],
  EntryDetailsChanged: (event) => [...entryChange('eventUpdated', event, messageUpdated), ...chatNotice(event)],
  EntryRescheduled: (event) => [...entryChange('eventUpdated', event, messageUpdated), ...chatNotice(event)],
  EntrySeatsSet: (event) => entryChange(event.data.repeats ? 'seriesUpdated' : 'eventUpdated', event),
  EntryReminderSet: (event) => entryChange(event.data.repeats ? 'seriesUpdated' : 'eventUpdated', event),
  SeriesSet: seriesChange,
  SeriesEnded: seriesChange,
  OccurrenceChanged: seriesChange,
  OccurrenceCancelled: seriesChange,
  OccurrenceRestored: seriesChange,
  EntryCancelled: (event) => [
    ...entryChange('eventDeleted', event, (groupId, id) => messageDeleted(event, groupId, id, true)),
    ...chatNotice(event),
  ],
  EntryRestored: (event) => [
    ...entryChange(event.data.repeats ? 'seriesUpdated' : 'eventCreated', event, messageUpdated, { restored: true }),
    ...chatNotice(event),
  ],
  /** For the list of deleted events, and for the notices that still name it. */
  EntryPurged: (event) => entryChange('eventDeleted', event, undefined, { forGood: true }),
} satisfies Rules;

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

const changed = (
  entry: EntryDocument,
  { data, revision, position, recordedAt: changedAt }: EventOf<'EntryDetailsChanged' | 'EntryRescheduled'>,
): EntryDocument => {
  const place = 'location' in data ? placeAfter(entry, data.location, revision) : {};
  return { ...entry, ...entryFacts(data), ...place, revision, position, changedAt };
};

/** Calendar entries of groups and people. */
const entryDocuments = {
  EntryScheduled: [
    put('entries', ({ data, recordedAt, revision, position }) => {
      const { id, ...details } = entryFacts(data);
      const unset = {
        seats: null,
        guestsEach: 0,
        reminder: 'none',
        uidKey: null,
        importedAt: null,
        placeRevision: revision,
        placeBefore: null,
      } as const;
      const made = { createdAt: recordedAt, changedAt: recordedAt, revision, position };
      return { id, ownerKey: ownerKeyOf(data), ...details, ...unset, ...made };
    }),
  ],
  EntryImported: [
    putAll('entries', (event) => {
      const entry = entryDecider.evolve(entryDecider.initial, event);
      return entry.series === null ? [entryDocument(entry)] : [];
    }),
  ],
  EntryDetailsChanged: [change('entries', entryId, changed)],
  EntryRescheduled: [change('entries', entryId, changed)],
  EntrySeatsSet: [
    change('entries', entryId, (entry, { data: { seats, guestsEach }, revision, position, recordedAt: changedAt }) => ({
      ...entry,
      seats,
      guestsEach,
      revision,
      position,
      changedAt,
    })),
  ],
  EntryReminderSet: [
    change('entries', entryId, (entry, { data, revision, position, recordedAt: changedAt }) => ({
      ...entry,
      reminder: data.minutes,
      revision,
      position,
      changedAt,
    })),
  ],
  EntryCancelled: [remove('entries', entryId)],
} satisfies Handlers;

/**
 * Calendar entries, the answers to them, and the notices in the chats. They form one model because a notice needs the previous name
 * and time of its entry, and a fold only reads documents of its own model.
 */
export const calendar = model({
  name: 'calendar',
  version: 14,
  collections: ['entries', 'series', 'deletedEntries', 'notices', 'attendances', 'rsvps'],
  on: together(entryDocuments, seriesDocuments, deletedDocuments, notices, attendanceDocuments),
});
