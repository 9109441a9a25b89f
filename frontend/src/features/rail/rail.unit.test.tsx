import type { Preferences } from '@quorum/contracts/preferences/wire.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ada, group, json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { Rail } from './rail.tsx';
import { GroupOptions } from './rail-group.tsx';

type Answers = {
  readonly groups?: unknown;
  readonly preferences?: Preferences | Promise<Response>;
  readonly status?: number;
  readonly user?: typeof ada;
  readonly selectedId?: string;
};

const show = ({ groups = [], preferences = {}, status = 200, user = ada, selectedId = 'my-q' }: Answers = {}) => {
  let refused = false;
  const refuse = () => {
    refused = true;
  };
  const { services, sent } = signedInServices(({ url, method }) => {
    if (method !== 'GET') return refused ? json({}, 400) : json({ success: true });
    if (url.includes('my-groups'))
      return groups instanceof Promise ? groups : json({ groups, activityUnread: 7, changesUnread: 1 }, status);
    return preferences instanceof Promise ? preferences : json({ preferences }, status);
  }, user);
  const onSearch = vi.fn();
  const onAddGroup = vi.fn();
  const onChooseColor = vi.fn();
  const onNotifications = vi.fn();
  const on = { onSearch, onAddGroup, onChooseColor, onNotifications };
  renderScreen(<Rail selectedId={selectedId} {...on} />, services);
  return { sent, ...on, refuse };
};

const groups = [
  group('g1', { name: 'film club', unreadCount: 0 }),
  group('g2', { name: 'Apartment 4B block', unreadCount: 3 }),
  group('g3', { name: 'Cousins', unreadCount: 100 }),
];
const order = () => screen.getAllByRole('link').map((link) => link.getAttribute('aria-label'));

// Loaded when the page is idle. Loading it first keeps tests from waiting.
beforeAll(() => GroupOptions.preload());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

describe('the rail', () => {
  it('the rail leads to My Schedule, to each group and to the account (SHELL-01, SHELL-02)', async () => {
    show({ groups });
    const first = await screen.findByRole('link', { name: 'film club' });
    expect(first.getAttribute('href')).toBe('/dashboard/group/g1');
    expect(screen.getByRole('link', { name: 'My Schedule' }).getAttribute('href')).toBe('/dashboard');
    expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account');
  });

  it('the rail has a bell below My Schedule, with the number of unread items of Activity (NOTE-06)', async () => {
    show({ groups, selectedId: '/dashboard/activity' });
    const bell = await screen.findByRole('link', { name: 'Activity, 7 unread' });
    expect(bell.getAttribute('href')).toBe('/dashboard/activity');
    expect(bell.getAttribute('aria-current')).toBe('page');
    expect(order().slice(0, 2)).toEqual(['My Schedule', 'Activity, 7 unread']);
  });

  it('the rail keeps the options open while one is pressed, although Safari names nothing that takes the focus', async () => {
    const { sent } = show({ groups });
    const tile = await screen.findByRole('link', { name: 'film club' });
    act(() => tile.focus());
    const pin = await screen.findByRole('button', { name: 'Pin film club' });
    fireEvent.pointerDown(pin);
    fireEvent.blur(tile);
    expect(screen.getByRole('button', { name: 'Pin film club' })).toBe(pin);
    fireEvent.pointerUp(pin);
    fireEvent.click(pin);
    await waitFor(() => expect(sent.filter(({ method }) => method !== 'GET')).toHaveLength(1));
  });

  it('the rail shows the options of the open group at a tap, where nothing can hover', async () => {
    show({ groups, selectedId: 'g1' });
    const tile = await screen.findByRole('link', { name: 'film club' });
    const tap = (pointerType: string) =>
      fireEvent(tile, new PointerEvent('click', { bubbles: true, cancelable: true, detail: 1, pointerType }));
    tap('mouse');
    expect(screen.queryByRole('button', { name: 'Pin film club' })).toBeNull();
    tap('touch');
    expect(await screen.findByRole('button', { name: 'Pin film club' })).toBeDefined();
  });

  it('the rail does not read out the initials of a group, which are decoration', async () => {
    show({ groups });
    const tile = await screen.findByRole('link', { name: 'film club' });
    expect(within(tile).getByText('FC').getAttribute('aria-hidden')).toBe('true');
  });

  it('the rail shows no group before the pins are known, since groups would change places', async () => {
    let release: (reply: Response) => void = () => undefined;
    const { sent } = show({ groups, preferences: new Promise<Response>((resolve) => (release = resolve)) });
    await waitFor(() => expect(sent.map(({ url }) => url).some((url) => url.includes('my-groups'))).toBe(true));
    await act(async () => undefined);
    expect(order()).toEqual(['My Schedule', 'Activity, 7 unread', 'Account']);
    release(json({ preferences: { g3: { pinned: true } } }));
    await screen.findByRole('link', { name: 'film club' });
    expect(order()[2]).toContain('Cousins');
  });

  it('the rail shows the first letters of the first two words of a group (SHELL-03)', async () => {
    show({ groups });
    expect((await screen.findByRole('link', { name: 'film club' })).textContent).toBe('FC');
    expect(screen.getByRole('link', { name: /Apartment/ }).textContent).toBe('A4');
    expect(screen.getByRole('link', { name: /Cousins/ }).textContent).toBe('C');
  });

  it('the rail shows pinned groups at the top, then a separator (SHELL-09)', async () => {
    show({ groups, preferences: { g3: { pinned: true } } });
    await screen.findByRole('link', { name: 'film club' });
    await waitFor(() => expect(order()[2]).toContain('Cousins'));
    expect(document.querySelectorAll('.rail__sep')).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Pinned groups' }).textContent).toContain('C');
  });

  it('the rail scrolls the open group into view', async () => {
    const brought: (string | null)[] = [];
    vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
      brought.push(this.textContent);
    });
    show({ groups, selectedId: 'g3' });
    await screen.findByRole('link', { name: /Cousins/ });
    await waitFor(() => expect(brought).toEqual(['C99+']));
  });

  it('the rail counts unread messages, at most 99+, even in the accessible name (UX-03)', async () => {
    show({ groups });
    await screen.findByRole('link', { name: 'Apartment 4B block, 3 unread' });
    expect(screen.getByText('3')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Cousins, 99 or more unread' })).toBeTruthy();
    expect(screen.getByText('99+')).toBeTruthy();
  });

  it('the rail outlines the badge of a muted group, and offers its notifications (NOTE-02, NOTE-04)', async () => {
    const { onNotifications } = show({
      groups,
      preferences: { g2: { mutedUntil: 'always' }, g3: { level: 'nothing' } },
    });
    const link = await screen.findByRole('link', { name: 'Apartment 4B block, 3 unread' });
    await waitFor(() => expect(screen.getByText('3').className).toContain('is-muted'));
    expect(screen.getByText('99+').className).not.toContain('is-muted');
    act(() => link.focus());
    fireEvent.click(await screen.findByRole('button', { name: 'Notifications for Apartment 4B block, muted' }));
    // The options vanish when the focus moves into the menu, so the menu opens beside the group itself.
    expect(onNotifications).toHaveBeenCalledWith(expect.objectContaining({ _id: 'g2' }), link);
  });

  it('the rail shows pin and color on focus, and toggles the pin (SHELL-04, SHELL-05)', async () => {
    const { sent, onChooseColor } = show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    expect(screen.queryByRole('button', { name: 'Pin film club' })).toBeNull();
    act(() => link.focus());
    fireEvent.click(screen.getByRole('button', { name: 'Choose Color for film club' }));
    expect(onChooseColor).toHaveBeenCalledWith(expect.objectContaining({ _id: 'g1' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pin film club' }));
    await waitFor(() => expect(order()[2]).toBe('film club'));
    expect(sent.at(-1)?.body).toEqual({ groupId: 'g1', pinned: true });
  });

  it('the rail hides the options of a group opened by pointer, and keeps them if opened by key', async () => {
    show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    const options = () => screen.queryByRole('group', { name: 'film club options' });
    fireEvent.mouseEnter(link.closest('li') ?? link);
    expect(options()).not.toBeNull();
    fireEvent.click(link, { detail: 1 });
    expect(options()).toBeNull();
    act(() => link.focus());
    fireEvent.click(link, { detail: 0 });
    expect(options()).not.toBeNull();
  });

  it('the rail returns a group that could not be pinned to its place, and says so', async () => {
    const { refuse } = show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    refuse();
    act(() => link.focus());
    fireEvent.click(screen.getByRole('button', { name: 'Pin film club' }));
    expect(await screen.findByText('Failed to move the group. Please try again.')).toBeTruthy();
    expect(order()[2]).toBe('film club');
    expect(screen.queryByRole('list', { name: 'Pinned groups' })).toBeNull();
  });

  it('the rail keeps the focus on the pin of a group that moves to the pinned ones, with the options beside it', async () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 300, 72, 60));
    show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    act(() => link.focus());
    const pin = screen.getByRole('button', { name: 'Pin film club' });
    pin.focus();
    fireEvent.click(pin);
    const unpin = await screen.findByRole('button', { name: 'Unpin film club' });
    await waitFor(() => expect(document.activeElement).toBe(unpin));
    expect(screen.getByRole('group', { name: 'film club options' }).style.top).toBe('330px');
  });

  it('the rail keeps the options of a focused group beside it when the list scrolls to show the group', async () => {
    show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    act(() => link.focus());
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 500, 72, 60));
    fireEvent.scroll(link.closest('.scroll-shadow__body') ?? link);
    expect(screen.getByRole('group', { name: 'film club options' }).style.top).toBe('530px');
  });

  it('the rail hides the options of a group that is pinned by pointer, since it moves away from the pointer', async () => {
    show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    fireEvent.mouseEnter(link.closest('li') ?? link);
    fireEvent.click(screen.getByRole('button', { name: 'Pin film club' }), { detail: 1 });
    await waitFor(() => expect(order()[2]).toBe('film club'));
    expect(screen.queryByRole('group', { name: 'film club options' })).toBeNull();
  });

  it('the rail hides the options on Escape and keeps the focus on the group', async () => {
    show({ groups });
    const link = await screen.findByRole('link', { name: 'film club' });
    act(() => link.focus());
    fireEvent.keyDown(screen.getByRole('button', { name: 'Pin film club' }), { key: 'Escape' });
    expect(screen.queryByRole('button', { name: 'Pin film club' })).toBeNull();
    expect(document.activeElement).toBe(link);
  });

  it('the rail shows placeholders after 200 ms of waiting, not before (SHELL-11, LIMIT-18)', async () => {
    vi.useFakeTimers();
    show({ groups: new Promise<Response>(() => undefined) });
    await act(() => vi.advanceTimersByTimeAsync(199));
    expect(document.querySelectorAll('.skeleton')).toHaveLength(0);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(document.querySelectorAll('.skeleton')).toHaveLength(5);
  });

  it('the rail opens the choice of how to add a group', async () => {
    const { onAddGroup } = show({ groups });
    fireEvent.click(await screen.findByRole('button', { name: 'Add group' }));
    expect(onAddGroup).toHaveBeenCalledOnce();
  });

  it('the rail leads to the account with the photo of the user (SHELL-07)', () => {
    show({ user: { ...ada, profilePictureUrl: '/files/ada' } });
    const account = screen.getByRole('link', { name: 'Account' });
    expect(account.getAttribute('href')).toBe('/account');
    expect(account.querySelector('img')?.getAttribute('src')).toBe('/files/ada');
  });

  it('the rail shows the first letter of a user without a photo, or else the last digits (SHELL-08)', () => {
    show();
    expect(screen.getByRole('link', { name: 'Account' }).textContent).toBe('A');
    cleanup();
    show({ user: { ...ada, firstName: '', phoneNumber: '+14155550178' } });
    expect(screen.getByRole('link', { name: 'Account' }).textContent).toBe('78');
    cleanup();
    show({ user: { ...ada, firstName: '', phoneNumber: '' } });
    expect(screen.getByRole('link', { name: 'Account' }).textContent).toBe('U');
  });

  it('the rail logs failed loads and shows an empty list (ERR-36, ERR-37)', async () => {
    show({ status: 404 });
    await screen.findByRole('button', { name: 'Add group' });
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith('The groups could not be loaded.', expect.anything()),
    );
    expect(console.warn).toHaveBeenCalledWith('The colors and pins could not be loaded.', expect.anything());
    expect(order()).toEqual(['My Schedule', 'Activity', 'Account']);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
