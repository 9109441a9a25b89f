import { MOST_GROUPS } from '../group/membership.ts';
import type { Reading } from '../reading/context.ts';

/** The person's chosen colors, by group. */
export const chosenColors = async ({ reads }: Reading, userId: string): Promise<Record<string, number>> => {
  const asked = { where: { userId }, limit: MOST_GROUPS };
  const colors = await reads.active.query('colors', asked);
  return Object.fromEntries(colors.map(({ groupId, colorIndex }) => [groupId, colorIndex]));
};

/** The person's pinned groups. */
export const pinnedGroups = async ({ reads }: Reading, userId: string): Promise<Record<string, true>> => {
  const asked = { where: { userId }, limit: MOST_GROUPS };
  const pins = await reads.active.query('pins', asked);
  return Object.fromEntries(pins.map(({ groupId }) => [groupId, true]));
};
