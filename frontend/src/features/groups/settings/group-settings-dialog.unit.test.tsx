import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { group, json, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { GroupSettingsDialog } from './group-settings-dialog.tsx';

const codes = { inviteCode: 'FILMCLUB', sixDigitCode: '317054' };
const owned = group('g1', { name: 'Film Club', description: 'Films', role: 'owner', imageUrl: '/files/1', ...codes });

const show = (
  view: GroupView,
  { cached, read, write }: { cached?: GroupView; read?: () => Response; write?: (sent: Sent) => Response } = {},
) => {
  const { services, sent } = signedInServices((one) => {
    if (one.method === 'GET')
      return one.url === '/api/groups/g1' && read ? read() : json({ group: view, groups: [view] });
    return write ? write(one) : json({ group: { ...view, ...(one.body as object) } });
  });
  const onClose = vi.fn();
  renderScreen(<GroupSettingsDialog groupId="g1" cached={cached} onClose={onClose} />, services);
  return { sent: () => sent.filter(({ method }) => method !== 'GET'), onClose };
};
const nameField = () => screen.getByRole('textbox', { name: /^Group name/ }) as HTMLInputElement;
const rename = (name: string) => fireEvent.change(nameField(), { target: { value: name } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const alertText = async () => (await screen.findByRole('alert')).textContent;

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('Group Settings', () => {
  it('Group Settings gives the owner everything but leaving (GROUP-21, GROUP-22, GROUP-24, GROUP-27, GROUP-28, GROUP-29, GROUP-30, GROUP-31)', async () => {
    show(owned);
    await screen.findByRole('dialog', { name: 'Group Settings' });
    expect(nameField().readOnly).toBe(false);
    expect(screen.getByText('5/200')).toBeTruthy();
    expect((screen.getByRole('textbox', { name: /^Description/ }) as HTMLTextAreaElement).value).toBe('Films');
    expect(document.querySelector('img[src="/files/1"]')).toBeTruthy();
    expect(screen.getByText('317 054')).toBeTruthy();
    expect(screen.getByText(/\/FILMCLUB$/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
    expect(screen.getAllByRole('switch')).toHaveLength(3);
    for (const text of [
      'When enabled, all group members can create events. When disabled, only you can create events.',
      'When enabled, all group members can invite others. When disabled, only you can invite others.',
      'When enabled, all group members can edit group details. When disabled, only you can edit group details.',
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('Danger Zone')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Leave Group' })).toBeNull();
  });

  it('Group Settings lets a member read and leave (GROUP-21, GROUP-23, GROUP-26, GROUP-31)', async () => {
    show(group('g1', { name: 'Film Club', role: 'member' }));
    await screen.findByRole('dialog', { name: 'Group Menu' });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.getByText('Film Club', { selector: 'dd' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Image/ })).toBeNull();
    expect(screen.queryByText('Invite')).toBeNull();
    expect(screen.queryAllByRole('switch')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Leave Group' })).toBeTruthy();
    expect(screen.queryByText('Danger Zone')).toBeNull();
  });

  it('Group Settings opens details and invitation to members if the settings do (GROUP-23, GROUP-26)', async () => {
    const settings = { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: true };
    show(group('g1', { role: 'member', settings, ...codes }));
    await screen.findByRole('dialog', { name: 'Group Menu' });
    expect(nameField().readOnly).toBe(false);
    expect(screen.getByText('317 054')).toBeTruthy();
    expect(screen.queryAllByRole('switch')).toEqual([]);
  });

  it('Group Settings shows a footer only for unsaved changes, and saves only changes (GROUP-33, GROUP-37)', async () => {
    const { sent } = show(owned);
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Invite members' }));
    press('Save Changes');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(sent().map(({ method, url, body }) => [method, url, body])).toEqual([
      ['PUT', '/api/groups/g1/settings', { allowMembersInvite: true }],
    ]);
  });

  it('Group Settings discards all changes on Cancel (GROUP-33)', async () => {
    const { sent } = show(owned);
    await screen.findByRole('dialog');
    rename('Film');
    press('Cancel');
    expect(nameField().value).toBe('Film Club');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    expect(sent()).toEqual([]);
  });

  it('Group Settings asks before it closes over unsaved changes, as the browser does before it leaves the page', async () => {
    const { onClose } = show(owned);
    await screen.findByRole('dialog');
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    expect(leave()).toBe(true);
    rename('Film');
    expect(leave()).toBe(false);
    press('Close');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(nameField().value).toBe('Film');
    press('Close');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Group Settings can restore a removed image before it is saved (GROUP-35)', async () => {
    const { sent } = show(owned);
    await screen.findByRole('dialog');
    press('Remove');
    expect(screen.getByRole('button', { name: 'Save Changes' })).toBeTruthy();
    press('Undo');
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    press('Remove');
    press('Save Changes');
    await waitFor(() => expect(sent().map(({ url }) => url)).toEqual(['/api/groups/g1/remove-image']));
  });

  it('Group Settings applies the rules of the wizard (GROUP-36)', async () => {
    const { sent } = show(owned);
    await screen.findByRole('dialog');
    rename('  ');
    press('Save Changes');
    expect(await alertText()).toBe('Group name is required');
    expect(sent()).toEqual([]);
  });

  it.each([
    [
      { error: 'You do not have permission to perform this action' },
      'You do not have permission to perform this action',
    ],
    [{}, 'Failed to update group'],
  ])("Group Settings shows the server's message %j, and keeps the changes (ERR-10)", async (body, text) => {
    show(owned, { write: () => json(body, 400) });
    await screen.findByRole('dialog');
    rename('Film');
    press('Save Changes');
    expect(await alertText()).toBe(text);
    expect(nameField().value).toBe('Film');
  });

  it.each([
    [403, 'ERR-20'],
    [500, 'ERR-22'],
  ])('Group Settings shows known details when loading the group is answered with %i (%s)', async (status) => {
    show(owned, { cached: owned, read: () => json({}, status) });
    await screen.findByRole('dialog', { name: 'Group Settings' });
    expect(nameField().value).toBe('Film Club');
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  // The dashboard opens the dialog only for groups in the list, so a version is always known.
  it.each([
    [403, 'ERR-21', 'Unable to access group settings at this time. Please try again later.'],
    [500, 'ERR-22', 'Unable to load group settings. Please try again.'],
  ])('Group Settings shows an error when no group is known and the answer is %i (%s)', async (status, _, text) => {
    show(owned, { read: () => json({}, status) });
    expect((await screen.findByRole('alertdialog')).textContent).toContain(text);
  });
});

describe('deleting and leaving a group', () => {
  it('deleting a group requires its exact name (GROUP-40)', async () => {
    const { sent } = show(owned, { write: () => json({ success: true }) });
    await screen.findByRole('dialog');
    press('Delete Group');
    const dialog = await screen.findByRole('alertdialog');
    const typed = within(dialog).getByRole('textbox');
    const confirm = () => fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    expect(dialog.textContent).toContain('Every event in its schedule');
    const type = (name: string) => fireEvent.change(typed, { target: { value: name } });
    type('Film');
    confirm();
    expect(screen.queryByText('Group name does not match')).toBeNull();
    fireEvent.keyDown(typed, { key: 'Enter' });
    expect(await alertText()).toBe('Group name does not match');
    type('Film C');
    expect(screen.queryByRole('alert')).toBeNull();
    for (const other of ['film club', 'Film Club ']) {
      type(other);
      expect(await alertText()).toBe('Group name does not match');
    }
    confirm();
    expect(sent()).toEqual([]);
    type('Film Club');
    expect(screen.queryByRole('alert')).toBeNull();
    confirm();
    await waitFor(() => expect(sent()[0]?.body).toEqual({ confirmationName: 'Film Club' }));
  });

  it('deleting a group shows that it is in progress, and reports a failure (ERR-11, GROUP-41)', async () => {
    show(owned, { write: () => json({}, 400) });
    await screen.findByRole('dialog');
    press('Delete Group');
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'Film Club' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Group' }));
    expect(within(dialog).getByRole('button', { name: 'Deleting...' })).toBeTruthy();
    expect(await alertText()).toBe('Failed to delete group');
  });

  it('leaving a group asks first, shows that it is in progress, and reports a failure (GROUP-38, GROUP-41, ERR-12)', async () => {
    const { sent } = show(group('g1', { role: 'member' }), { write: () => json({}, 400) });
    await screen.findByRole('dialog');
    press('Leave Group');
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave Group' });
    expect(sent()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave Group' }));
    expect(within(dialog).getByRole('button', { name: 'Leaving...' })).toBeTruthy();
    expect(await alertText()).toBe('Failed to leave group');
    expect(sent()[0]?.url).toBe('/api/groups/g1/leave');
  });
});
