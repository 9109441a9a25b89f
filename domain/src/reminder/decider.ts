import { isInTime, type Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import type { Decider, Decision } from '../decider.ts';
import type { Entry } from '../entry/entry.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { type DueReminder, keyOf, nextDue, type Reminders } from './due.ts';
import { MAX_REMINDED } from './events.ts';

export type RemindersCommand =
  /** `null`: as the event's. */
  | { readonly type: 'ChooseReminder'; readonly userId: string; readonly minutes: Reminder | null }
  /** Finds out when the next reminder is due, after something changed at `since` (milliseconds). */
  | { readonly type: 'ArmAlarm'; readonly since: number }
  | { readonly type: 'SendReminders' };

export type RemindersFacts = {
  readonly entry: Entry;
  /** Milliseconds. */
  readonly now: number;
  /** Reminders to send, each with the people who may be reminded of it, regardless of their lead time. */
  readonly due?: readonly (DueReminder & { readonly userIds: readonly string[] })[];
};

const none: Reminders = { choices: ImmutableMap(), armedAt: null, settledAt: '', sent: ImmutableSet() };

const identityOf = ({ id: entryId, groupId, creatorId }: Entry) => ({ entryId, groupId, creatorId });

const setAlarm = ({ armedAt }: Reminders, entry: Entry, dueAt: string | null): readonly DomainEvent[] =>
  dueAt === armedAt ? [] : [{ type: 'AlarmSet', data: { ...identityOf(entry), dueAt } }];

/** An alarm that is due but has not rung is not skipped. */
const arm = (reminders: Reminders, since: number, { entry }: RemindersFacts): Decision => {
  const { armedAt, settledAt } = reminders;
  const settled = Math.max(since, settledAt === '' ? since : Date.parse(settledAt));
  const from = armedAt === null ? settled : Math.min(settled, Date.parse(armedAt));
  return setAlarm(reminders, entry, nextDue(reminders, entry, from));
};

const inParts = (userIds: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(1, Math.ceil(userIds.length / MAX_REMINDED)) }, (_, part) =>
    userIds.slice(part * MAX_REMINDED, (part + 1) * MAX_REMINDED),
  );

type Due = NonNullable<RemindersFacts['due']>[number];

/** The people whose lead time has come; nobody if it is too late. */
const reminded = ({ choices }: Reminders, { entry, now }: RemindersFacts, due: Due): readonly string[] =>
  isInTime(due.startsAt, due.minutes, now)
    ? due.userIds.filter((userId) => choices.get(userId, entry.reminder) === due.minutes)
    : [];

const send = (reminders: Reminders, facts: RemindersFacts): Decision => {
  const { entry, now, due = [] } = facts;
  const sent = due.flatMap((each) => {
    const { userIds: _, ...reminder } = each;
    return inParts(reminded(reminders, facts, each)).map(
      (userIds): DomainEvent => ({
        type: 'RemindersSent',
        data: { ...identityOf(entry), ...reminder, userIds: [...userIds] },
      }),
    );
  });
  const isArmed = reminders.armedAt !== null && Date.parse(reminders.armedAt) <= now;
  return isArmed ? [...sent, ...setAlarm(reminders, entry, nextDue(reminders, entry, now + 1))] : sent;
};

/** Drops starts that are over, because nobody is reminded of them again. */
const withSent = (sent: Reminders['sent'], data: DataOf<'RemindersSent'>, at: string): Reminders['sent'] =>
  sent.filter((key) => key > at).add(keyOf(data));

export const remindersDecider: Decider<RemindersCommand, Reminders, RemindersFacts> = {
  initial: none,
  decide: (command, reminders, facts) => {
    switch (command.type) {
      case 'ChooseReminder': {
        const { userId, minutes } = command;
        if ((reminders.choices.get(userId) ?? null) === minutes) return [];
        return [{ type: 'ReminderChosen', data: { ...identityOf(facts.entry), userId, minutes } }];
      }
      case 'ArmAlarm':
        return arm(reminders, command.since, facts);
      case 'SendReminders':
        return send(reminders, facts);
    }
  },
  evolve: (reminders, event) => {
    const { recordedAt: settledAt } = event;
    switch (event.type) {
      case 'ReminderChosen': {
        const { userId, minutes } = event.data;
        const { choices } = reminders;
        return { ...reminders, choices: minutes === null ? choices.delete(userId) : choices.set(userId, minutes) };
      }
      case 'AlarmSet':
        return { ...reminders, armedAt: event.data.dueAt, settledAt };
      case 'RemindersSent':
        return { ...reminders, sent: withSent(reminders.sent, event.data, settledAt) };
      default:
        return reminders;
    }
  },
};
