import type { StateValue } from '@quorum/contracts/audit/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { monthDayYear } from '@quorum/contracts/time/day-labels.ts';
import { wallTimeLabel } from '@quorum/contracts/time/labels.ts';
import { exactMoment } from '../times.ts';

/** Names of fields that do not say by themselves what they hold. */
const LABELS: Readonly<Record<string, string>> = {
  id: 'identity',
  revision: 'version',
  order: 'place in the history',
  duration: 'length in minutes',
  phoneKey: 'key of the phone number',
  waitingPhone: 'phone number to come',
  sessionExcepted: 'session kept',
  sixDigitCode: 'join code',
  inviteCode: 'code of the invitation link',
  replyTo: 'reply to message',
  previews: 'link previews',
  allowMembersCreateEvents: 'members may create events',
  allowMembersInvite: 'members may invite others',
  allowMembersEditGroupDetails: 'members may edit the details',
};

/** `reportedUserId` as `reported user`, `postedAt` as `posted`. A name of a person or group stays as it is. */
const partInWords = (part: string): string =>
  LABELS[part] ??
  (/^[a-z]+[A-Za-z]*$/.test(part)
    ? part.replace(/(?<=.)(Id|At)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : part);

/** `members › Nora Castellan › joinedAt` as `members › Nora Castellan › joined`. */
export const fieldInWords = (name: string): string =>
  name
    .replace(/^facts › /, '')
    .split(' › ')
    .map(partInWords)
    .join(' › ');

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const WALL_TIME = /^\d{2}:\d{2}$/;
/** Any larger number is an instant in milliseconds. */
const MAX_COUNT = 1e12;

const textInWords = (text: string): string => {
  // A name may only look like an instant.
  if (INSTANT.test(text) && !Number.isNaN(Date.parse(text))) return exactMoment(text);
  if (text === MY_SCHEDULE) return 'My Schedule';
  if (isCalendarDate(text)) return monthDayYear(text);
  return WALL_TIME.test(text) ? wallTimeLabel(text) : text;
};

export const valueInWords = (value: StateValue): string => {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return textInWords(value);
  return value > MAX_COUNT ? exactMoment(new Date(value).toISOString()) : String(value);
};
