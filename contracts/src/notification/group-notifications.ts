import type { GroupPreferences } from '../preferences/wire.ts';
import type { GroupNotifications } from './wire.ts';

/** A person's notification settings for a group: their choices, else the defaults. */
export const groupNotificationsOf = (chosen: GroupPreferences = {}): GroupNotifications => {
  const { level = 'all', eventChanges = true, mutedUntil = null } = chosen;
  return { level, eventChanges, mutedUntil };
};

/** @param until an instant, or `always`. @param now milliseconds since the epoch. */
export const isMuted = (until: string | null | undefined, now: number): boolean =>
  until === 'always' || Date.parse(until ?? '') > now;
