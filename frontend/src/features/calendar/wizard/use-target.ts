import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useState } from 'react';
import { groupApi } from '../../../data/group/group-api.ts';
import { mayIn } from '../../../data/group/group-rights.ts';

export type Target = {
  /** `my-q` makes a personal event. */
  readonly groupId: string;
  readonly group: GroupView | undefined;
};

export type Targets = {
  /** The groups that the event may go to instead, and the chosen one; none where a group is open. */
  readonly groups: readonly GroupView[];
  readonly choose: (groupId: string) => void;
};

const none: readonly GroupView[] = [];

const allows = (group: GroupView): boolean => mayIn(group, 'createEvents');

/** Whose event it becomes: the open group's. In My Schedule, a chosen group's or the user's own; at first the planned one's. */
export const useTarget = (
  open: Target,
  plannedId?: string,
): Target & { readonly mayCreate: boolean; readonly targets: Targets } => {
  const isMine = open.groupId === MY_SCHEDULE;
  const { data = none } = groupApi.useMyGroupsQuery(undefined, { skip: !isMine });
  const allowed = isMine ? data.filter(allows) : none;
  const [chosen, setChosen] = useState(() => allowed.find(({ _id }) => _id === plannedId));
  const choose = (groupId: string) => setChosen(allowed.find(({ _id }) => _id === groupId));
  if (chosen === undefined) {
    const mayCreate = open.group === undefined || allows(open.group);
    return { ...open, mayCreate, targets: { groups: allowed, choose } };
  }
  // A group that was left, or that ended, stays chosen: the event must not become another one's unasked.
  const group = data.find(({ _id }) => _id === chosen._id) ?? chosen;
  const mayCreate = allowed.includes(group);
  const groups = mayCreate ? allowed : [...allowed, group];
  return { groupId: group._id, group, mayCreate, targets: { groups, choose } };
};
