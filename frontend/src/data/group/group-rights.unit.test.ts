import { expect, it } from 'vitest';
import { mayIn } from './group-rights.ts';

const settings = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: true };

it('removed members are shown to the owner and to admins alone (SAFE-10)', () => {
  const shownTo = (role: 'owner' | 'admin' | 'member') => mayIn({ role, settings }, 'manageRemoved');
  expect([shownTo('owner'), shownTo('admin'), shownTo('member')]).toEqual([true, true, false]);
});
