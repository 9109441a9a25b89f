import type { GroupView, MemberView } from '@quorum/contracts/group/wire.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { group, json, person, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberCard } from './member-card.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const member = (id: string, role: MemberView['role']): MemberView => ({
  userId: person(id, 'Tom'),
  role,
  joinedAt: '2026-05-01T00:00:00.000Z',
});

const actions = (role: GroupView['role'], target: MemberView) => {
  const { services, sent } = signedInServices(() => json({ group: group('g1') }));
  const onRemove = vi.fn();
  const props = { group: group('g1', { role }), actorId: 'user-a', member: target, onTransfer: vi.fn(), onRemove };
  renderScreen(<MemberActions {...props} />, services);
  return { sent, onRemove };
};

/** What was sent besides reads. */
const commands = (sent: readonly Sent[]) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, url }) => [method, url]);

describe('a group member', () => {
  it.each([
    ['owner', 'Owner'],
    ['admin', 'Admin'],
    ['member', 'Member'],
  ] as const)('a group member as %s is shown with the role %s (GROUP-45)', (role, label) => {
    render(
      <MemberCard member={member('user-b', role)} self={false}>
        {null}
      </MemberCard>,
    );
    expect(screen.getByText('Tom Cole')).toBeTruthy();
    expect(screen.getByText(label)).toBeTruthy();
  });

  it('a group member sees no actions, and nobody sees any on the owner (GROUP-47)', () => {
    actions('member', member('user-b', 'member'));
    actions('owner', member('user-a', 'owner'));
    actions('admin', member('user-b', 'admin'));
    expect(screen.queryAllByRole('button')).toEqual([]);
  });

  it('a group member can be removed by an admin', () => {
    const { onRemove } = actions('admin', member('user-b', 'member'));
    fireEvent.click(screen.getByRole('button', { name: 'Remove Tom Cole' }));
    expect(onRemove).toHaveBeenCalledOnce();
  });

  it.each([
    ['member', ['Make Admin', 'Transfer Ownership', 'Remove Member']],
    ['admin', ['Make Member', 'Transfer Ownership', 'Remove Member']],
  ] as const)('a group member as %s has a menu for the owner', async (role, items) => {
    actions('owner', member('user-b', role));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Tom Cole' }), { key: 'Enter' });
    const shown = await screen.findAllByRole('menuitem');
    expect(shown.map((item) => item.querySelector('b')?.textContent ?? item.textContent)).toEqual(items);
  });

  it('a group member is made an admin by the owner, who sees a confirmation', async () => {
    const { sent } = actions('owner', member('user-b', 'member'));
    fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for Tom Cole' }), { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Make Admin/ }));
    expect(await screen.findByText('Tom Cole is now an Admin')).toBeTruthy();
    expect(sent).toMatchObject([{ url: '/api/groups/g1/members/user-b/role', body: { role: 'admin' } }]);
  });
});

const ask = (Question: typeof RemoveMemberDialog, status: number) => {
  const { services, sent } = signedInServices(() => json(status === 200 ? { group: group('g1') } : {}, status));
  const onClose = vi.fn();
  const props = {
    group: group('g1', { name: 'Film Club', role: 'owner' }),
    member: member('user-b', 'member'),
    onClose,
  };
  renderScreen(<Question {...props} />, services);
  return { sent, onClose };
};

describe('a question about a member', () => {
  it('a question about a member removes a member, with a new code and link, only after it is confirmed, and is busy until then (GROUP-41, GROUP-48, SAFE-10)', async () => {
    const { sent, onClose } = ask(RemoveMemberDialog, 200);
    const dialog = screen.getByRole('alertdialog', { name: 'Remove Member' });
    expect(dialog.textContent).toContain('Remove Tom Cole from Film Club?');
    expect(document.activeElement?.textContent).toBe('Cancel');
    expect(commands(sent)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(screen.getByRole('button', { name: 'Removing...' })).toBeTruthy();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(commands(sent)).toEqual([
      ['DELETE', '/api/groups/g1/members/user-b'],
      ['POST', '/api/groups/g1/invitation/renew'],
    ]);
  });

  it('a question about a member keeps code and link if their renewal is not ticked (SAFE-10)', async () => {
    const { sent, onClose } = ask(RemoveMemberDialog, 200);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Also renew the invite code and link' });
    expect(box.checked).toBe(true);
    fireEvent.click(box);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(commands(sent)).toEqual([['DELETE', '/api/groups/g1/members/user-b']]);
  });

  it('a question about a member reports a failed removal (ERR-13)', async () => {
    const { onClose } = ask(RemoveMemberDialog, 400);
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to remove member');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('a question about a member names both people before the group is handed over', async () => {
    const { sent, onClose } = ask(TransferDialog, 200);
    const dialog = screen.getByRole('alertdialog', { name: 'Transfer Ownership' });
    expect(dialog.textContent).toContain('Ada Park');
    expect(dialog.textContent).toContain(
      'Only Tom Cole will be able to change permissions and roles, delete the group',
    );
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.click(screen.getByRole('button', { name: 'Transfer Ownership' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect([sent[0]?.url, sent[0]?.body]).toEqual(['/api/groups/g1/transfer', { userId: 'user-b' }]);
  });
});
