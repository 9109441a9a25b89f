import { useMemo } from 'react';
import type { AccentName } from '../../shared/lib/accent.ts';
import { useAccents } from './accent.ts';

/** The accent of each group as the user sees it: personal for My Schedule, teal without an id. */
export const useGroupAccents = (): ((groupId: string | undefined) => AccentName) => {
  const { colorOf } = useAccents();
  return useMemo(() => {
    const known = new Map<string, AccentName>();
    return (groupId = '') => {
      const accent = known.get(groupId) ?? colorOf(groupId).accent;
      known.set(groupId, accent);
      return accent;
    };
  }, [colorOf]);
};
