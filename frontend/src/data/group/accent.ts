import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Preferences } from '@quorum/contracts/preferences/wire.ts';
import { colorIndexOf, groupColor, PERSONAL_COLOR, placesOf } from '@quorum/contracts/text/group-colors.ts';
import { useMemo } from 'react';
import type { AccentName } from '../../shared/lib/accent.ts';
import { useGroupPreferences } from '../preferences/preferences-api.ts';
import { useGroupIds } from './use-group.ts';

export type Accents = {
  /** Personal for My Schedule, teal without an id. */
  readonly accentOf: (groupId: string | undefined) => AccentName;
  /** Index in the palette. */
  readonly indexOf: (groupId: string) => number;
};

export const accentsOf = (preferences: Preferences, groupIds: readonly string[]): Accents => {
  const knowledge = { preferences, places: placesOf(groupIds) };
  const known = new Map<string, AccentName>();
  return {
    accentOf: (groupId = '') => {
      const color = () => (groupId === MY_SCHEDULE ? PERSONAL_COLOR : groupColor(groupId, knowledge));
      const accent = known.get(groupId) ?? color().accent;
      known.set(groupId, accent);
      return accent;
    },
    indexOf: (groupId) => colorIndexOf(groupId, knowledge),
  };
};

/** The colors of all groups as this user sees them. Before the choices are loaded, every group has its default. */
export function useAccents(): Accents {
  const { preferences } = useGroupPreferences();
  const groupIds = useGroupIds();
  return useMemo(() => accentsOf(preferences, groupIds), [preferences, groupIds]);
}

/** The accent of each group as the user sees it. */
export const useGroupAccents = (): Accents['accentOf'] => useAccents().accentOf;
