import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider } from '../decider.ts';

/** The group that a join code leads to, or led to last. */
export type JoinCode = { readonly groupId: string | undefined; readonly lastGroupId: string | undefined };

export type JoinCodeCommand = {
  readonly type: 'ClaimCode' | 'ReleaseCode';
  readonly code: string;
  readonly groupId: string;
};

export const joinCodeDecider: Decider<JoinCodeCommand, JoinCode> = {
  initial: { groupId: undefined, lastGroupId: undefined },
  decide: ({ type, code, groupId }, holder) => {
    const isHeld = holder.groupId === groupId;
    if (type === 'ReleaseCode') return isHeld ? [{ type: 'JoinCodeReleased', data: { code, groupId } }] : [];
    if (isHeld) return [];
    // The caller draws another code.
    if (holder.groupId !== undefined) return refuse('access/denied');
    return [{ type: 'JoinCodeClaimed', data: { code, groupId } }];
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'JoinCodeClaimed':
        return { groupId: event.data.groupId, lastGroupId: event.data.groupId };
      case 'JoinCodeReleased':
        return { ...state, groupId: undefined };
      default:
        return state;
    }
  },
};
