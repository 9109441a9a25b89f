import { freestColorIndex, GROUP_PALETTE } from '@quorum/contracts/text/group-colors.ts';
import { useState } from 'react';
import type { AccentName } from '../../shared/lib/accent.ts';
import { useAccents } from './accent.ts';
import { useMyGroupsQuery } from './group-api.ts';

/**
 * The color that the user's next group gets. It is frozen while `made` is set, because the new group is among the
 * others by then.
 */
export const useNewGroupAccent = (made: boolean): AccentName => {
  const { indexOf } = useAccents();
  const { data: groups = [] } = useMyGroupsQuery();
  const next = GROUP_PALETTE[freestColorIndex(groups.map(({ _id }) => indexOf(_id)))]?.accent ?? 'blue';
  const [shown, setShown] = useState<AccentName>(next);
  if (!made && shown !== next) setShown(next);
  return shown;
};
