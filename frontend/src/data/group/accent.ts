import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { colorIndexOf, type GroupColor, groupColor, PERSONAL_COLOR } from '@quorum/contracts/text/group-colors.ts';
import { useMemo } from 'react';
import { type ColorPreferences, useColorPreferencesQuery } from '../preferences/preferences-api.ts';
import { useGroupIds } from './use-group.ts';

export type Accents = {
  /** White for My Schedule, teal without an id. */
  readonly colorOf: (groupId: string | undefined) => GroupColor;
  /** Index in the palette. */
  readonly indexOf: (groupId: string) => number;
};

export const accentsOf = (preferences: ColorPreferences, groupIds: readonly string[]): Accents => {
  const knowledge = { preferences, groupIds };
  return {
    colorOf: (groupId) => (groupId === MY_SCHEDULE ? PERSONAL_COLOR : groupColor(groupId, knowledge)),
    indexOf: (groupId) => colorIndexOf(groupId, knowledge),
  };
};

const noPreferences: ColorPreferences = {};

/** The colors of all groups as this user sees them. Before the choices are loaded, every group has its default. */
export function useAccents(): Accents {
  const { data: preferences = noPreferences } = useColorPreferencesQuery();
  const groupIds = useGroupIds();
  return useMemo(() => accentsOf(preferences, groupIds), [preferences, groupIds]);
}
