import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { remindersDecider } from '@quorum/domain/reminder/decider.ts';
import type { DueReminder } from '@quorum/domain/reminder/due.ts';
import { remindersStream } from '@quorum/domain/reminder/events.ts';
import { collectionOf } from './collection.ts';
import { join } from './joins.ts';

/** A person's reminder for an event. Id: {@link ownReminderId}. */
export type ReminderDocument = {
  readonly id: string;
  readonly entryId: string;
  readonly groupId: string;
  readonly userId: string;
  readonly minutes: Reminder;
};

/** The next alarm of an entry, and what was sent of starts that were ahead then. Id: the entry's. */
export type AlarmDocument = {
  readonly id: string;
  readonly ownerKey: string;
  readonly creatorId: string;
  /** Absent if none is due. */
  readonly dueAt?: string;
  /** Id of the event that armed it. */
  readonly alarm: string;
  /** The last start in `sent`. */
  readonly lastStart?: string;
  readonly sent: readonly (DueReminder & { readonly at: string })[];
};

export const reminderCollections = {
  alarms: collectionOf<AlarmDocument>(
    { group: 'ownerKey', person: 'creatorId', isApart: true },
    ['dueAt'],
    ['ownerKey', 'lastStart'],
    ['creatorId'],
  ),
  reminders: collectionOf<ReminderDocument>({ group: 'groupId', person: 'userId' }, ['userId'], ['groupId']),
};

export const ownReminderId = (entryId: string, userId: string): string => `${entryId}:${userId}`;

/** The reminders that people chose for events. */
export const reminderJoin = join(reminderCollections, {
  collection: 'reminders',
  stream: (id) => remindersStream(id.slice(0, id.indexOf(':'))),
  fold: remindersDecider,
  document: ({ choices }, id) => {
    const [entryId = '', userId = ''] = id.split(':');
    const minutes = choices.get(userId);
    return minutes === undefined ? undefined : { id, entryId, groupId: '', userId, minutes };
  },
});
