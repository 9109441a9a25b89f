import { isSameLocalDay } from '../time/days.ts';
import { epochMs, HOUR_MS, MINUTE_MS, type Moment } from '../time/instant.ts';

const HEADER_AFTER_MS = 5 * MINUTE_MS;
const SEPARATOR_AFTER_MS = HOUR_MS;

export type ChatMoment = { readonly senderId: string; readonly createdAt: Moment };

/** Shown above a message: a timestamp separator, and a header with avatar, name and time. */
export type ChatBreak = { readonly separator: boolean; readonly header: boolean };

/** `previous` is the message above, undefined for the first. The header repeats below every separator. */
export const chatBreak = (previous: ChatMoment | undefined, message: ChatMoment, timeZone: string): ChatBreak => {
  if (!previous) return { separator: true, header: true };
  const gap = epochMs(message.createdAt) - epochMs(previous.createdAt);
  const separator = gap >= SEPARATOR_AFTER_MS || !isSameLocalDay(previous.createdAt, message.createdAt, timeZone);
  const header = separator || gap > HEADER_AFTER_MS || previous.senderId !== message.senderId;
  return { separator, header };
};
