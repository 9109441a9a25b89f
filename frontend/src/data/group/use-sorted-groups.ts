import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Preferences } from '@quorum/contracts/preferences/wire.ts';
import { useMemo } from 'react';
import { useGroupPreferences } from '../preferences/preferences-api.ts';
import { groupApi } from './group-api.ts';

const NO_GROUPS: readonly GroupView[] = [];

const splitByPin = (groups: readonly GroupView[], preferences: Preferences) => ({
  pinned: groups.filter(({ _id }) => preferences[_id]?.pinned === true),
  others: groups.filter(({ _id }) => preferences[_id]?.pinned !== true),
});

/** The user's groups in the order of the rail. They wait for their pins, so that none changes its place once it is shown. */
export const useSortedGroups = () => {
  const groups = groupApi.useMyGroupsQuery();
  const { preferences, ...pins } = useGroupPreferences();
  // A failed list that is retried shows nothing new until it has loaded.
  const isLoading = (groups.isLoading && groups.error === undefined) || pins.isLoading;
  const sorted = useMemo(
    () => splitByPin((isLoading ? undefined : groups.data) ?? NO_GROUPS, preferences),
    [groups.data, preferences, isLoading],
  );
  return { ...sorted, isLoading, groupsError: groups.error, preferencesError: pins.error };
};
