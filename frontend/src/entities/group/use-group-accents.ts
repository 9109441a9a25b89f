import { groupColor } from '@quorum/contracts/text/group-colors.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { useMemo } from 'react';
import type { AccentName } from '../../shared/lib/accent.ts';
import { useColorPreferencesQuery } from '../preferences/preferences-api.ts';
import { useMyGroupsQuery } from './group-api.ts';

const none = {};

/** The accent of every group as the user sees it; a failed load of the colors leaves the assigned ones. */
export const useGroupAccents = (): ((groupId: string | undefined) => AccentName) => {
  const { data: preferences = none } = useColorPreferencesQuery();
  const { data: groups } = useMyGroupsQuery();
  return useMemo(() => {
    const groupIds = groups?.map(({ _id }) => _id) ?? [];
    const known = new Map<string, AccentName>();
    return (groupId) => {
      if (groupId === MY_SCHEDULE) return 'personal';
      const accent = known.get(groupId ?? '') ?? groupColor(groupId, { preferences, groupIds }).accent;
      known.set(groupId ?? '', accent);
      return accent;
    };
  }, [preferences, groups]);
};
