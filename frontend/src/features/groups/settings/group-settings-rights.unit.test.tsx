import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { group, json, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { GroupSettingsDialog } from './group-settings-dialog.tsx';

const viewAs = (role: Role, revision: number): GroupView =>
  group('g1', { name: 'Film Club', description: 'Films', role, revision });

/** The dialog of somebody whose role changes while it is open. */
const openAs = async (role: Role) => {
  const { services, sent } = signedInServices(() => json({ group: viewAs(role, 1), groups: [viewAs(role, 1)] }));
  const onClose = vi.fn();
  const { store } = renderScreen(<GroupSettingsDialog groupId="g1" cached={undefined} onClose={onClose} />, services);
  await screen.findByRole('dialog');
  let revision = 1;
  const become = (next: Role) => {
    revision += 1;
    const payload = { groupId: 'g1', group: viewAs(next, revision) };
    act(() => void store.dispatch(changed({ name: 'ownGroupUpdated', payload })));
  };
  return { become, onClose, writes: () => sent.filter(({ method }) => method !== 'GET') };
};

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Group name/ });
const rename = (value: string) => fireEvent.change(name(), { target: { value } });
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }));
const CANNOT_SAVE = 'You can no longer save these changes.';

it("Group Settings keeps an admin's typed text readable when the role is revoked, and says that it cannot be saved", async () => {
  const { become, onClose } = await openAs('admin');
  name().focus();
  rename('Film Club of Lund');
  become('member');
  expect([name().value, name().readOnly]).toEqual(['Film Club of Lund', true]);
  expect(document.activeElement).toBe(name());
  expect(screen.getByText(CANNOT_SAVE)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  press('Close');
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }));
  press('Cancel');
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByText(CANNOT_SAVE)).toBeNull();
});

it('Group Settings continues with the typed text when the role is given back', async () => {
  const { become, writes } = await openAs('admin');
  rename('Film Club of Lund');
  become('member');
  become('admin');
  expect([name().value, name().readOnly]).toEqual(['Film Club of Lund', false]);
  press('Save Changes');
  await expect
    .poll(() => writes().map(({ body }) => body))
    .toEqual([{ name: 'Film Club of Lund', description: 'Films' }]);
});

it('Group Settings leaves the switches to a new owner, and saves the rest', async () => {
  const { become, writes } = await openAs('owner');
  rename('Film Club of Lund');
  fireEvent.click(screen.getByRole('switch', { name: 'Invite members' }));
  become('admin');
  press('Save Changes');
  await expect.poll(() => screen.queryByText('Changes saved') !== null).toBe(true);
  expect(writes().map(({ body }) => body)).toEqual([{ name: 'Film Club of Lund', description: 'Films' }]);
});
