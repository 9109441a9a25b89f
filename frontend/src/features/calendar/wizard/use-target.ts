import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useState } from 'react';
import { useMyGroupsQuery } from '../../../data/group/group-api.ts';
import { rightsIn } from '../../../data/group/group-rights.ts';

export type Target = {
  /** `my-q` makes a personal event. */
  readonly groupId: string;
  readonly group: GroupView | undefined;
};

export type Targets = {
  /** The groups that the event may go to instead; none where a group is open. */
  readonly groups: readonly GroupView[];
  readonly choose: (groupId: string) => void;
};

const none: readonly GroupView[] = [];

/** Whose event it becomes: the open group's. In My Schedule, a chosen group's or the user's own. */
export const useTarget = (open: Target): Target & { readonly targets: Targets } => {
  const isMine = open.groupId === MY_SCHEDULE;
  const { data = none } = useMyGroupsQuery(undefined, { skip: !isMine });
  const [chosenId, choose] = useState(open.groupId);
  const groups = isMine ? data.filter((group) => rightsIn(group).createEvents) : none;
  const chosen = groups.find(({ _id }) => _id === chosenId);
  const target = chosen === undefined ? open : { groupId: chosen._id, group: chosen };
  return { ...target, targets: { groups, choose } };
};
