import { refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

/** Which group a join code leads to. */
export type JoinCode = { readonly groupId: string | undefined };

export const joinCodeAggregate: Aggregate<JoinCode> = {
  category: 'joincode',
  initial: () => ({ groupId: undefined }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'JoinCodeClaimed':
        return { groupId: event.data.groupId };
      case 'JoinCodeReleased':
        return { groupId: undefined };
      default:
        return state;
    }
  },
};

/** A code in use is refused; the caller draws another one. */
export const decideClaimCode = (state: JoinCode, claim: { code: string; groupId: string }): Decision =>
  state.groupId === undefined
    ? [{ type: 'JoinCodeClaimed', data: claim }]
    : state.groupId === claim.groupId
      ? []
      : refuse('access/denied');

export const decideReleaseCode = (state: JoinCode, release: { code: string; groupId: string }): Decision =>
  state.groupId === release.groupId ? [{ type: 'JoinCodeReleased', data: release }] : [];
