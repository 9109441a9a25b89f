import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useMemo } from 'react';
import { usePinPreferencesQuery } from '../preferences/preferences-api.ts';
import { useMyGroupsQuery } from './group-api.ts';

const NO_GROUPS: readonly GroupView[] = [];
const NO_PINS = {};

const splitByPin = (groups: readonly GroupView[], pins: Readonly<Record<string, true>>) => ({
  pinned: groups.filter(({ _id }) => Object.hasOwn(pins, _id)),
  others: groups.filter(({ _id }) => !Object.hasOwn(pins, _id)),
});

/** The user's groups in the order of the rail. They wait for their pins, so that none changes its place once it is shown. */
export const useSortedGroups = () => {
  const groups = useMyGroupsQuery();
  const pins = usePinPreferencesQuery();
  // A failed list that is retried shows nothing new until it has loaded.
  const isLoading = (groups.isLoading && groups.error === undefined) || pins.isLoading;
  const sorted = useMemo(
    () => splitByPin((isLoading ? undefined : groups.data) ?? NO_GROUPS, pins.data ?? NO_PINS),
    [groups.data, pins.data, isLoading],
  );
  return { ...sorted, isLoading, groupsError: groups.error, pinsError: pins.error };
};
