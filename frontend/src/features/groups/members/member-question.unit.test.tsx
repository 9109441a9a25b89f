// @vitest-environment happy-dom
import type { MemberView } from '@quorum/contracts/group/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { ada, group, json, person, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { MembersDialog } from './members-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

// Nothing has a height here, so it would render no rows.
vi.mock('virtua', () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }));

const member = (id: string, firstName: string, role: Role): MemberView => ({
  userId: person(id, firstName),
  role,
  joinedAt: '2026-05-01T00:00:00.000Z',
});

/** The Members dialog of somebody whose role changes while it is open. */
const openAs = async (first: Role) => {
  const members = [member(ada._id, 'Ada', first), member('user-b', 'Tom', 'member')];
  const { services } = signedInServices(({ url }) =>
    json(url.includes('/members') ? { members, total: 2, next: null } : { members: [] }),
  );
  let become: (role: Role) => void = () => undefined;
  function Over() {
    const [role, setRole] = useState(first);
    become = setRole;
    const codes = { inviteCode: 'FILMCLUB', sixDigitCode: '317054' };
    return (
      <MembersDialog
        group={group('g1', { name: 'Film Club', role, memberCount: 2, members, ...codes })}
        onClose={() => undefined}
      />
    );
  }
  renderScreen(<Over />, services);
  await screen.findByText('Tom Cole');
  return { become: (role: Role) => act(() => become(role)) };
};

const closed = (role: string, name: string) => expect.poll(() => screen.queryByRole(role, { name })).toBeNull();
const DENIED = 'You do not have permission to perform this action';

it('a question about removing a member ends, and says why, when an admin becomes a member', async () => {
  const { become } = await openAs('admin');
  fireEvent.click(screen.getByRole('button', { name: 'Remove Tom Cole' }));
  await screen.findByRole('alertdialog', { name: 'Remove Member' });
  become('member');
  await closed('alertdialog', 'Remove Member');
  expect(screen.getByText(DENIED)).toBeTruthy();
});

it('a question about handing over the group ends, and says why, when it was handed over elsewhere', async () => {
  const { become } = await openAs('owner');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Tom Cole' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Transfer Ownership' }));
  const what = /^Ada Park.*Only Tom Cole will be able to/;
  await screen.findByRole('alertdialog', { name: 'Transfer Ownership', description: what });
  become('member');
  await closed('alertdialog', 'Transfer Ownership');
  expect(screen.getByText(DENIED)).toBeTruthy();
});

it('an open invitation closes, and says why, when the right to invite is lost', async () => {
  const { become } = await openAs('admin');
  fireEvent.click(screen.getByRole('button', { name: 'Invite Members' }));
  await screen.findByRole('dialog', { name: 'Invite Members' });
  become('member');
  await closed('dialog', 'Invite Members');
  expect(screen.getByText('You can no longer invite people to Film Club')).toBeTruthy();
});

it('the search for members stays while it is used, also when the group has become too small for one (GROUP-48)', async () => {
  const members = [member(ada._id, 'Ada', 'owner'), member('user-b', 'Tom', 'member')];
  const { services } = signedInServices(() => json({ members, total: 9, next: null }));
  let shrink: () => void = () => undefined;
  function Over() {
    const [memberCount, setCount] = useState(9);
    shrink = () => setCount(8);
    return <MembersDialog group={group('g1', { role: 'member', memberCount, members })} onClose={() => undefined} />;
  }
  renderScreen(<Over />, services);
  const search = () => screen.queryByRole('searchbox', { name: 'Search members' });
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'Tom' } });
  act(() => shrink());
  expect(search()).not.toBeNull();
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: '' } });
  expect(search()).toBeNull();
});

it('members whose page did not load are asked for again by Try Again', async () => {
  const members = [member(ada._id, 'Ada', 'owner')];
  let isDown = true;
  const { services } = signedInServices(({ url }) => {
    if (!url.includes('after=')) return json({ members, total: 2, next: 'page-2' });
    return isDown ? json({}, 400) : json({ members: [member('user-b', 'Tom', 'member')], total: 2, next: null });
  });
  renderScreen(
    <MembersDialog group={group('g1', { role: 'member', memberCount: 2, members })} onClose={() => undefined} />,
    services,
  );
  await screen.findByText('The members didn’t load.');
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Tom Cole');
});

it('removing a member offers to delete their coming events too, and says how many (PERM-15)', async () => {
  const members = [member(ada._id, 'Ada', 'owner'), member('user-b', 'Tom', 'member')];
  const removals: unknown[] = [];
  const { services } = signedInServices(({ url, method, body }) => {
    if (url.includes('/coming-events')) return json({ count: 12 });
    if (method === 'DELETE') removals.push(body);
    return json({ members, total: 2, next: null, group: group('g1') });
  });
  renderScreen(
    <RemoveMemberDialog
      group={group('g1', { role: 'owner', members })}
      member={members[1] as MemberView}
      onClose={() => undefined}
    />,
    services,
  );
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Also delete their 12 coming events' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await expect.poll(() => removals).toEqual([{ deleteEvents: true }]);
});
