import { groupNotificationsOf, isMuted } from '@quorum/contracts/notification/group-notifications.ts';
import type { GroupNotifications as Heard } from '@quorum/contracts/notification/wire.ts';
import type { Preferences } from '@quorum/contracts/preferences/wire.ts';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { TickerContext } from '../../shared/hooks/use-now.ts';
import { useGroupPreferences } from './preferences-api.ts';

/** The user's notification settings for a group. `mutedUntil` may be over. */
export type GroupNotifications = Heard & { readonly isMuted: boolean };

const never = () => () => undefined;

/** The groups that are muted at this moment. Muting ends by itself. */
export const useMutedGroups = (): ReadonlySet<string> => {
  const { preferences } = useGroupPreferences();
  const ticker = useContext(TickerContext);
  const mayEnd = Object.values(preferences).some(({ mutedUntil }) => mutedUntil && mutedUntil !== 'always');
  // A text, because it is compared with the one of the second before.
  const ids = useSyncExternalStore(mayEnd ? ticker.subscribe : never, () => mutedIn(preferences, ticker.now()));
  return useMemo(() => new Set(ids.split(' ')), [ids]);
};

const mutedIn = (preferences: Preferences, now: number): string =>
  Object.keys(preferences)
    .filter((groupId) => isMuted(preferences[groupId]?.mutedUntil, now))
    .join(' ');

export const useGroupNotifications = (groupId: string): GroupNotifications => {
  const { preferences } = useGroupPreferences();
  return { ...groupNotificationsOf(preferences[groupId]), isMuted: useMutedGroups().has(groupId) };
};
