import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';

export type Selection = {
  /** A group of the user, or My Schedule. */
  readonly groupId: string;
  /** The list that tells whether the group is one of the user's is still on its way. */
  readonly pending: boolean;
};

/**
 * What the path selects. An id that is not among the user's groups selects My Schedule, but only once they are known: a
 * reload must not flash it.
 */
export const selectionOf = (
  groupId: string | undefined,
  groups: { readonly ids: readonly string[] } | 'loading',
): Selection => {
  if (groupId === undefined || groupId === MY_SCHEDULE) return { groupId: MY_SCHEDULE, pending: false };
  if (groups === 'loading') return { groupId, pending: true };
  return { groupId: groups.ids.includes(groupId) ? groupId : MY_SCHEDULE, pending: false };
};
