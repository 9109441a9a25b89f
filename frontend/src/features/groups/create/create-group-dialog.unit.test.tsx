import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { RefusalCode } from '@quorum/contracts/kernel/refusals.ts';
import { refusals } from '@quorum/contracts/things.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storageKeys } from '../../../data/services/storage-keys.ts';
import { group, json, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CreateGroupDialog } from './create-group-dialog.tsx';

const made = {
  group: group('g1', { name: 'Lakeside Weekend', role: 'owner' }),
  inviteCode: 'LKSDWK26',
  inviteLink: 'http://localhost/LKSDWK26',
  sixDigitCode: '640283',
};

const show = (answer: (sent: Sent) => Response = () => json(made), groups: readonly GroupView[] = []) => {
  const { services, sent } = signedInServices((one) =>
    one.method === 'GET' ? json({ groups, preferences: {} }) : answer(one),
  );
  const onClose = vi.fn();
  const onCreated = vi.fn();
  renderScreen(<CreateGroupDialog onClose={onClose} onCreated={onCreated} />, services);
  return { services, sent: () => sent.filter(({ method }) => method !== 'GET'), onClose, onCreated };
};

const field = (name: string) => screen.getByRole('textbox', { name: new RegExp(`^${name}`) });
const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
const submit = () => {
  const form = document.querySelector('form');
  if (form) fireEvent.submit(form);
};
const toPermissions = () => {
  type('Group name', ' Lakeside Weekend ');
  submit();
  type('Description', 'Three nights');
  submit();
  submit();
};
const alertText = async () => (await screen.findByRole('alert')).textContent;
const step = () => screen.queryByRole('listitem', { current: 'step' })?.textContent;

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('Create Group', () => {
  it('Create Group previews the group in neutral ink, with the color that it will have only on its picture (OPEN-063)', async () => {
    show(undefined, [group('first')]);
    const preview = screen.getByRole('complementary', { name: 'Preview' });
    await waitFor(() => expect(preview.querySelector<HTMLElement>('.avatar')?.dataset.accent).toBe('green'));
    expect(preview.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
  });

  it('Create Group continues, and creates the group, on Ctrl+Enter', async () => {
    const { sent } = show();
    const go = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true });
    type('Group name', 'Lakeside Weekend');
    go();
    type('Description', 'Three nights');
    for (let steps = 1; steps < 4; steps += 1) go();
    await waitFor(() => expect(sent()).toMatchObject([{ method: 'POST', body: { name: 'Lakeside Weekend' } }]));
  });

  it('Create Group asks before it closes on something that was entered', () => {
    const { onClose } = show();
    type('Group name', 'Lakeside');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Keep Editing' }));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Create Group continues only with a name and a description (GROUP-01, GROUP-02, GROUP-03, GROUP-04, GROUP-05)', async () => {
    show();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Group Name',
      'Description',
      'Group Image',
      'Permissions',
    ]);
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    type('Group name', '   ');
    submit();
    expect(await alertText()).toBe('Group name is required');
    type('Group name', 'Lakeside');
    expect(screen.queryByRole('alert')).toBeNull();
    submit();
    expect(step()).toBe('Description');
    submit();
    expect(await alertText()).toBe('Group description is required');
    type('Description', '   ');
    submit();
    expect(await alertText()).toBe('Group description is required');
    type('Description', 'Three nights');
    expect(screen.getByText('12/200')).toBeTruthy();
    expect((field('Description') as HTMLTextAreaElement).maxLength).toBe(200);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect((field('Group name') as HTMLInputElement).value).toBe('Lakeside');
    expect((field('Group name') as HTMLInputElement).maxLength).toBe(50);
    submit();
    submit();
    expect(step()).toBe('Group Image');
    submit();
    expect(step()).toBe('Permissions');
  });

  it('Create Group refuses a file that is no image, and continues without one (GROUP-06, GROUP-08)', async () => {
    show();
    type('Group name', 'Lakeside');
    submit();
    type('Description', 'Three nights');
    submit();
    expect(screen.getByText('JPG or PNG, up to 5MB')).toBeTruthy();
    const input = document.querySelector('input[type="file"]');
    if (input) fireEvent.change(input, { target: { files: [new File(['x'], 'x.txt', { type: 'text/plain' })] } });
    expect(await alertText()).toBe('Please select a valid image file');
    submit();
    expect(step()).toBe('Permissions');
  });

  it('Create Group starts with the default permissions and sends the chosen ones (GROUP-09, LIMIT-24)', async () => {
    const { sent, onCreated } = show();
    toPermissions();
    const switches = screen.getAllByRole('switch').map((one) => one.getAttribute('aria-checked'));
    expect(switches).toEqual(['true', 'false', 'false']);
    fireEvent.click(screen.getByRole('switch', { name: 'Invite members' }));
    submit();
    await waitFor(() => expect(onCreated).toHaveBeenCalledWith(made.group));
    expect(sent()[0]?.body).toEqual({
      name: 'Lakeside Weekend',
      description: 'Three nights',
      settings: { allowMembersCreateEvents: true, allowMembersInvite: true, allowMembersEditGroupDetails: false },
    });
  });

  it('Create Group shows the overlay, 2 s of success, then the invitation (GROUP-11, GROUP-12, GROUP-13, GROUP-14, LIMIT-08)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { onClose } = show();
    toPermissions();
    fireEvent.click(screen.getByRole('switch', { name: 'Create events' }));
    submit();
    expect(screen.getByText('Creating Group...')).toBeTruthy();
    await screen.findByText('Group Created!');
    // From here on only this test moves the clock, however long its steps take.
    vi.setTimerTickMode('manual');
    expect(screen.getByRole('dialog', { name: 'Group Created!' }).getAttribute('aria-busy')).toBe('false');
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.getByRole('dialog', { name: 'Group Created!' }).getAttribute('aria-busy')).toBe('false');
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(screen.getByRole('dialog', { name: 'Group Created!' }).getAttribute('aria-busy')).toBeNull();
    const code = screen.getByRole('img', { name: '6 4 0 2 8 3' });
    expect(code.closest<HTMLElement>('[data-accent]')?.dataset.accent).toBe('personal');
    expect(document.querySelector<HTMLElement>('.made__hero .avatar')?.dataset.accent).toBe('blue');
    expect(screen.getByText(/\/LKSDWK26$/)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Done' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Create Another' }));
    expect(step()).toBe('Group Name');
    expect((field('Group name') as HTMLInputElement).value).toBe('');
    toPermissions();
    expect(screen.getByRole('switch', { name: 'Create events' }).getAttribute('aria-checked')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Create Group creates one group, even on a double click', async () => {
    const { sent, onCreated } = show();
    toPermissions();
    submit();
    submit();
    await waitFor(() => expect(onCreated).toHaveBeenCalled());
    expect(sent().filter(({ url }) => url === '/api/groups')).toHaveLength(1);
  });

  it('Create Group creates one group when it is asked again after no answer (CQRS-01)', async () => {
    let isDown = true;
    const { sent, onCreated } = show(() => (isDown ? json({}, 500) : json(made)));
    toPermissions();
    submit();
    await alertText();
    isDown = false;
    submit();
    await waitFor(() => expect(onCreated).toHaveBeenCalled());
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('Create Group requires a stored token (GROUP-10)', async () => {
    const { services, sent } = show();
    toPermissions();
    services.storage.remove(storageKeys.token);
    submit();
    expect(await alertText()).toBe('Authentication required. Please log in again.');
    expect(sent()).toEqual([]);
  });

  it.each([
    [401, 'ERR-14', {}, 'Authentication failed. Please log in again.'],
    [403, 'ERR-15', { error: 'no' }, 'Access denied. You do not have permission to perform this action.'],
    [400, 'ERR-16', { error: 'Please upload the image again' }, 'Please upload the image again'],
    [500, 'ERR-16', {}, 'Failed to create group'],
  ])('Create Group explains a %i and keeps the entries (%s)', async (status, _, body, text) => {
    show(() => json(body, status));
    toPermissions();
    submit();
    expect(await alertText()).toBe(text);
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect((field('Description') as HTMLTextAreaElement).value).toBe('Three nights');
  });

  it.each<[number, RefusalCode]>([
    [429, 'group/too-many-today'],
    [409, 'group/too-many-owned'],
  ])(
    'Create Group keeps the entries when a limit refuses them with %i, and succeeds the next time (SAFE-12)',
    async (status, code) => {
      const text = refusals[code][1];
      let refuses = true;
      const { sent, onClose, onCreated } = show(() => (refuses ? json({ error: text }, status) : json(made)));
      toPermissions();
      fireEvent.click(screen.getByRole('switch', { name: 'Invite members' }));
      submit();
      expect(await alertText()).toBe(text);
      expect([step(), onClose.mock.calls, onCreated.mock.calls]).toEqual(['Permissions', [], []]);
      const back = () => fireEvent.click(screen.getByRole('button', { name: 'Back' }));
      back();
      back();
      expect((field('Description') as HTMLTextAreaElement).value).toBe('Three nights');
      back();
      expect((field('Group name') as HTMLInputElement).value).toBe(' Lakeside Weekend ');
      for (let steps = 0; steps < 3; steps += 1) submit();
      expect(screen.getByRole('switch', { name: 'Invite members' }).getAttribute('aria-checked')).toBe('true');
      refuses = false;
      submit();
      await waitFor(() => expect(onCreated).toHaveBeenCalledWith(made.group));
      const bodies = sent()
        .filter(({ url }) => url === '/api/groups')
        .map(({ body }) => body);
      expect(bodies.at(-1)).toEqual(bodies[0]);
      expect(bodies[0]).toMatchObject({ name: 'Lakeside Weekend', settings: { allowMembersInvite: true } });
    },
  );
});
