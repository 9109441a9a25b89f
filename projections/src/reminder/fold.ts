import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { ownerKeyOf } from '@quorum/service-kit/reads/entry.ts';
import { type AlarmDocument, ownReminderId } from '@quorum/service-kit/reads/reminder.ts';
import { type Rules, toUser, withoutAudience } from '../audience.ts';
import { fold, model } from '../model.ts';

/** Audiences of its events. */
export const reminderChanges = {
  ...withoutAudience('AlarmSet'),
  ReminderChosen: ({ data: { entryId: eventId, groupId, userId, minutes } }) => [
    toUser('ownReminderUpdated', userId, { groupId, eventId, minutes }),
  ],
  RemindersSent: ({ data: { groupId, userIds, startsAt, minutes, ...named } }) =>
    userIds.map((userId) => toUser('reminderDue', userId, { groupId, eventId: eventIdOf(named), startsAt, minutes })),
} satisfies Rules;

const entryId = ({ data }: { readonly data: { readonly entryId: string } }): string => data.entryId;

const alarmOf = ({ data }: EventOf<'AlarmSet' | 'RemindersSent'>): AlarmDocument => ({
  id: data.entryId,
  ownerKey: ownerKeyOf(data),
  creatorId: data.creatorId,
  alarm: '',
  sent: [],
});

/** A reminder of many people is several events. Starts that are over are dropped. */
const withSent = (known: AlarmDocument, { data, recordedAt: at }: EventOf<'RemindersSent'>): AlarmDocument => {
  const { occurrence, startsAt, minutes, userIds } = data;
  if (userIds.length === 0) return known;
  const others = known.sent.filter(
    (sent) =>
      sent.startsAt > at && !(sent.startsAt === startsAt && sent.minutes === minutes && sent.occurrence === occurrence),
  );
  const sent = [...others, { occurrence, startsAt, minutes, at }];
  const lastStart = sent
    .map((each) => each.startsAt)
    .sort()
    .at(-1);
  return { ...known, sent, ...(lastStart !== undefined && { lastStart }) };
};

/** Armed alarms, what was sent, and what people chose for themselves. */
export const reminders = model({
  name: 'reminders',
  version: 1,
  collections: ['alarms', 'reminders'],
  on: {
    ReminderChosen: [
      fold(
        'reminders',
        ({ data }) => ownReminderId(data.entryId, data.userId),
        (_, { data: { entryId: id, groupId, userId, minutes } }) =>
          minutes === null ? null : { id: ownReminderId(id, userId), entryId: id, groupId, userId, minutes },
      ),
    ],
    AlarmSet: [
      fold('alarms', entryId, (known, event) => {
        const { dueAt: _, ...alarm } = known ?? alarmOf(event);
        const { dueAt } = event.data;
        if (dueAt !== null) return { ...alarm, dueAt, alarm: event.id };
        return alarm.sent.length === 0 ? null : alarm;
      }),
    ],
    RemindersSent: [
      fold('alarms', entryId, (known, event) => {
        const alarm = withSent(known ?? alarmOf(event), event);
        return known === undefined && alarm.sent.length === 0 ? null : alarm;
      }),
    ],
  },
});
