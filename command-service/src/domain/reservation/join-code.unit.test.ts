import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { describe, it } from 'vitest';
import { decideClaimCode, decideReleaseCode, joinCodeAggregate } from './join-code.ts';

const { given } = testDecider(joinCodeAggregate);
const [mine, theirs] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const code = 'AB12CD34';
const claimed = (groupId: string): DomainEvent => ({ type: 'JoinCodeClaimed', data: { code, groupId } });
const released: DomainEvent = { type: 'JoinCodeReleased', data: { code, groupId: mine } };

describe('a join code', () => {
  it('is claimed by one group', () => {
    given()
      .when((state) => decideClaimCode(state, { code, groupId: mine }))
      .then(claimed(mine));
    given(claimed(mine))
      .when((state) => decideClaimCode(state, { code, groupId: mine }))
      .then();
    given(claimed(theirs))
      .when((state) => decideClaimCode(state, { code, groupId: mine }))
      .thenRefused('access/denied');
  });

  it('is released by its group alone, and can be claimed again then', () => {
    given(claimed(mine))
      .when((state) => decideReleaseCode(state, { code, groupId: mine }))
      .then(released);
    given(claimed(theirs))
      .when((state) => decideReleaseCode(state, { code, groupId: mine }))
      .then();
    given(claimed(mine), released)
      .when((state) => decideClaimCode(state, { code, groupId: theirs }))
      .then(claimed(theirs));
  });
});
