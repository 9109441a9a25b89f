import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { joinCodeDecider } from './decider.ts';

const { given } = givenWhenThen(joinCodeDecider);
const [mine, theirs] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const code = 'AB12CD34';
const claimed = (groupId: string): DomainEvent => ({ type: 'JoinCodeClaimed', data: { code, groupId } });
const released: DomainEvent = { type: 'JoinCodeReleased', data: { code, groupId: mine } };

describe('a join code', () => {
  it('a join code is claimed by one group', () => {
    given().when({ type: 'ClaimCode', code, groupId: mine }).then(claimed(mine));
    given(claimed(mine)).when({ type: 'ClaimCode', code, groupId: mine }).then();
    given(claimed(theirs)).when({ type: 'ClaimCode', code, groupId: mine }).thenRefused('access/denied');
  });

  it('a join code can only be released by its group, and can then be claimed again', () => {
    given(claimed(mine)).when({ type: 'ReleaseCode', code, groupId: mine }).then(released);
    given(claimed(theirs)).when({ type: 'ReleaseCode', code, groupId: mine }).then();
    given(claimed(mine), released).when({ type: 'ClaimCode', code, groupId: theirs }).then(claimed(theirs));
  });
});
