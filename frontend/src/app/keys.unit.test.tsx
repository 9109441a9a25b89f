import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useScreenActions } from '../data/screen-actions/screen-actions.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { Dialog } from '../shared/ui/overlays/dialog.tsx';
import { useToast } from '../shared/ui/overlays/toast.tsx';
import { group, json, person, signedInServices } from '../testing/fakes.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { leaveKeysToInputMethods } from './input-methods.ts';
import { Keys } from './keys.tsx';

const done = vi.fn();
const closeDialog = vi.fn();

/** A screen that can create, search and go to today, with everything that letters are typed into. */
function Screen({ dialog }: { dialog?: 'plain' | 'asks' | undefined }) {
  useScreenActions({
    createEvent: () => done('createEvent'),
    search: (searched) => done('search', ...(searched ? [searched] : [])),
    today: () => done('today'),
  });
  return (
    <>
      <main>
        <h1>Schedule</h1>
        <button type="button">Somewhere</button>
        <input aria-label="Name" />
        <textarea aria-label="Message" />
        <select aria-label="Zone" />
        {/* biome-ignore lint/a11y/useSemanticElements: as a library may draw a field. */}
        <div role="textbox" contentEditable suppressContentEditableWarning aria-label="Rich" tabIndex={0} />
        <div role="menu" tabIndex={0} aria-label="Menu" />
      </main>
      {dialog && (
        <Dialog open onClose={closeDialog} title="Edit">
          <input aria-label="Title" />
        </Dialog>
      )}
      <Keys />
    </>
  );
}

const film = group('g1', {
  name: 'Film Club',
  role: 'member',
  unreadCount: 12,
  members: [{ userId: person('user-f', 'Filippa'), role: 'member', joinedAt: '' }],
});
const night = {
  _id: 'e1',
  groupId: 'g1',
  groupName: 'Film Club',
  name: 'Film night: Paris, Texas',
  startsAt: '2026-05-15T18:00:00.000Z',
  endsAt: '2026-05-15T20:00:00.000Z',
} as unknown as EventView;
const recital = { ...night, _id: 'e2', name: 'Recital of film music' };

const open = (dialog?: 'plain' | 'asks') => {
  const fake = signedInServices((sent) => {
    if (sent.url.includes('my-groups')) return json({ groups: [film, group('g2', { name: 'Garden Co-op' })] });
    if (sent.url.startsWith('/api/events')) return json({ events: [night], series: [] });
    if (sent.url !== '/api/search') return json({ preferences: {} });
    const { kind } = sent.body as { kind: string };
    return json({ results: kind === 'events' ? [night, recital].map((event) => ({ kind: 'event', event })) : [] });
  });
  return { ...fake, ...renderScreen(<Screen dialog={dialog} />, fake.services) };
};

const pressed = (key: string, target: Element = document.body, more = {}) =>
  fireEvent.keyDown(target, { key, ...more });
const ctrlK = (target: Element = document.body) => pressed('k', target, { ctrlKey: true });
const palette = () => screen.findByRole('dialog', { name: 'Go to or do' });
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Go to or do' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const names = () => screen.getAllByRole('option').map((option) => option.querySelector('.palette__name')?.textContent);

beforeEach(() => {
  done.mockClear();
  closeDialog.mockClear();
});
afterEach(() => vi.restoreAllMocks());

describe('single keys', () => {
  it('each single key does what its letter says, once, and only unmodified (KEYS-05, KEYS-07)', async () => {
    open();
    for (const key of ['/', 'c', 't']) pressed(key, document.body, { code: 'KeyX' });
    expect(done.mock.calls).toEqual([['search'], ['createEvent'], ['today']]);
    for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { repeat: true }])
      for (const key of ['/', 'c', 't', '?']) pressed(key, document.body, more);
    expect(done).toHaveBeenCalledTimes(3);
    pressed('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('single keys never fire in a field, a menu or a dialog, or while an input method is open (KEYS-04, KEYS-09)', () => {
    const stop = leaveKeysToInputMethods();
    const { unmount } = open();
    const fields = ['Name', 'Message', 'Zone', 'Rich', 'Menu'].map((label) => screen.getByLabelText(label));
    for (const target of fields) for (const key of ['/', 'c', 't', '?']) pressed(key, target);
    for (const more of [{ isComposing: true }, { keyCode: 229 }])
      for (const key of ['/', 'c', 't', '?']) pressed(key, document.body, more);
    unmount();
    open('plain');
    for (const target of [screen.getByLabelText('Title'), document.body])
      for (const key of ['/', 'c', 't', '?']) pressed(key, target);
    stop();
    expect(done).not.toHaveBeenCalled();
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('single keys are turned off by the switch in the list of shortcuts, which lists exactly the bound ones (KEYS-03, KEYS-04)', async () => {
    const { services } = open();
    pressed('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    const keysIn = () =>
      [...sheet.getByRole('region', { name: 'Anywhere' }).querySelectorAll('dd')].map(({ textContent }) => textContent);
    expect(keysIn()).toEqual(['CtrlK', '/', 'c', 't', '?', 'F8', 'Esc']);
    fireEvent.click(sheet.getByRole('switch', { name: 'Single-key shortcuts' }));
    expect(keysIn()).toEqual(['CtrlK', 'F8', 'Esc']);
    expect(services.storage.get(storageKeys.singleKeys)).toBe('off');
    fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
    for (const key of ['/', 'c', 't', '?']) pressed(key);
    expect(done).not.toHaveBeenCalled();
    expect(screen.queryByRole('dialog')).toBeNull();
    ctrlK();
    expect(await palette()).toBeTruthy();
  });
});

/** Shows a toast with `Undo`. */
function Undoable() {
  const toast = useToast();
  return (
    <button
      type="button"
      onClick={() => toast('Dinner is deleted', 'success', { label: 'Undo', run: () => undefined })}
    >
      Delete
    </button>
  );
}

describe('the key of notices', () => {
  it('F8 leads to the newest toast with a button, also from a field and with single keys off, but not out of a dialog (UNDO-11)', () => {
    const { services } = open();
    renderScreen(<Undoable />, services);
    services.storage.set(storageKeys.singleKeys, 'off');
    screen.getByLabelText('Name').focus();
    expect(pressed('F8', screen.getByLabelText('Name'))).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    for (const _ of [1, 2]) fireEvent.click(screen.getByText('Delete'));
    expect(pressed('F8', screen.getByLabelText('Name'))).toBe(false);
    expect(document.activeElement).toBe(screen.getAllByText('Undo').at(-1));
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(screen.getAllByText('Undo')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
    const dialog = (
      <Dialog open onClose={closeDialog} title="Edit">
        <input aria-label="Title" />
      </Dialog>
    );
    renderScreen(dialog, services);
    expect(pressed('F8', screen.getByLabelText('Title'))).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText('Title'));
  });
});

describe('the palette', () => {
  it('the palette opens and closes by its key, also from a field, and returns the focus there (KEYS-01, KEYS-06)', async () => {
    open();
    screen.getByLabelText('Name').focus();
    ctrlK(screen.getByLabelText('Name'));
    await palette();
    expect(document.activeElement).toBe(field());
    ctrlK(field());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  });

  it('on a Mac the palette opens by Command and K, and Ctrl+K keeps its own meaning (KEYS-01)', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    open();
    expect(ctrlK(screen.getByLabelText('Name'))).toBe(true);
    expect(pressed('k', screen.getByLabelText('Name'), { metaKey: true })).toBe(false);
    expect(await palette()).toBeTruthy();
  });

  it('the palette leaves the focus on the heading of the screen if nothing had it (KEYS-06)', async () => {
    open();
    ctrlK();
    await palette();
    pressed('Escape', field());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Schedule' })));
  });

  it('the palette closes a dialog, but not one in which something was written (KEYS-01)', async () => {
    open('plain');
    ctrlK(screen.getByLabelText('Title'));
    expect(closeDialog).toHaveBeenCalledOnce();
    fireEvent.input(screen.getByLabelText('Title'), { target: { value: 'Film' } });
    ctrlK(screen.getByLabelText('Title'));
    expect(closeDialog).toHaveBeenCalledOnce();
  });

  it('the palette lists groups, events, people and actions whose words begin like what is typed (KEYS-01, KEYS-02)', async () => {
    open();
    ctrlK();
    await palette();
    await waitFor(() => expect(names()).toContain('Film night: Paris, Texas'));
    type('fil');
    const found = [
      'Film Club',
      'Film night: Paris, Texas',
      'Filippa Cole',
      'Mute Film Club',
      'Create event in Film Club',
      'Search messages for “fil”',
    ];
    await waitFor(() => expect(names()).toEqual([...found, 'Recital of film music']));
    expect(screen.getAllByRole('group').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Groups',
      'Events',
      'People',
      'Actions',
      'More events',
    ]);
    expect(screen.getByRole('option', { selected: true }).textContent).toContain('Film Club, group');
    type('zzz');
    // What the server found for the earlier text is gone at once.
    expect(names()).toEqual(['Search messages for “zzz”']);
  });

  it('the palette goes where its option leads, which is a real link, and shows it first the next time (KEYS-01)', async () => {
    const { router } = open();
    ctrlK();
    await palette();
    const option = () => screen.findByRole('option', { name: /^.*Garden Co-op/ });
    expect((await option()).getAttribute('href')).toBe('/dashboard/group/g2');
    fireEvent.click(await option(), { ctrlKey: true });
    expect(router.state.location.pathname).toBe('/');
    type('gard');
    pressed('Enter', field());
    expect(router.state.location.pathname).toBe('/dashboard/group/g2');
    expect(screen.queryByRole('dialog')).toBeNull();
    ctrlK();
    await palette();
    expect(names()[0]).toBe('Garden Co-op');
  });

  it('the palette offers only what can be done here, and does it once it has closed (KEYS-02)', async () => {
    open();
    ctrlK();
    await palette();
    type('show');
    expect(names()).toEqual(['Search messages for “show”']);
    type('filip');
    pressed('Enter', field());
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    expect(done).toHaveBeenCalledWith('search', {
      typed: '',
      chips: [{ filter: 'from', id: 'user-f', name: 'Filippa Cole' }],
      tab: 'messages',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the palette offers nobody where what they wrote cannot be searched (KEYS-02)', async () => {
    const fake = signedInServices((sent) => {
      if (sent.url.includes('my-groups')) return json({ groups: [film] });
      return json(sent.url.startsWith('/api/events') ? { events: [], series: [] } : { preferences: {} });
    });
    renderScreen(<Keys />, fake.services);
    ctrlK();
    await palette();
    type('fil');
    await waitFor(() => expect(names()).toEqual(['Film Club', 'Mute Film Club', 'Create event in Film Club']));
    expect(fake.sent.filter(({ body }) => (body as { kind?: string } | undefined)?.kind === 'people')).toEqual([]);
  });

  it('the palette mutes a group, and its toast takes that back (KEYS-02)', async () => {
    const { sent } = open();
    ctrlK();
    await palette();
    type('mute film');
    await waitFor(() => expect(names()).toContain('Mute Film Club'));
    pressed('Enter', field());
    const undo = await screen.findByRole('button', { name: 'Undo' });
    act(() => undo.click());
    const changes = () => sent.filter(({ method, url }) => method !== 'GET' && url.includes('preferences'));
    await waitFor(() => expect(changes()).toHaveLength(2));
    expect(changes().map(({ body }) => body)).toMatchObject([{ mutedUntil: 'always' }, { mutedUntil: null }]);
  });
});
