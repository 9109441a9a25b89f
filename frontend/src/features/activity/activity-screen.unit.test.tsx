import type { ActivityItemView, ActivityView } from '@quorum/contracts/activity/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changed } from '../../data/store/changes.ts';
import { group, json, message, person, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import ActivityScreen from './activity-screen.tsx';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const ada = '00000000-0000-4000-8000-00000000000a';
const NOW = Date.parse('2026-05-14T14:42:00.000Z');
const span = { startsAt: '2026-05-15T23:00:00.000Z', endsAt: '2026-05-16T00:00:00.000Z' };
const later = { startsAt: '2026-05-16T23:00:00.000Z', endsAt: '2026-05-17T00:00:00.000Z' };
const event = { _id: 'e1', creatorId: 'ben', name: 'Dinner', from: span };

const item = (_id: string, kind: string, more: Partial<ActivityItemView> = {}) =>
  ({ _id, kind, groupId: 'g1', at: '2026-05-14T10:00:00.000Z', person: person('ben'), ...more }) as ActivityItemView;

const items = [
  item('m1', 'mention', {
    messageId: 'm1',
    text: `Come, <@${ada}>`,
    mentions: [person(ada, 'Ada')],
    at: '2026-05-14T12:00:00.000Z',
  }),
  item('n1', 'moved', { event: { ...event, to: later }, at: '2026-05-14T11:00:00.000Z' }),
  item('r1', 'admin', { at: '2026-05-13T10:00:00.000Z' }),
  item('x1', 'waved', { at: '2026-05-12T10:00:00.000Z' }),
];

const show = (
  answer: Partial<ActivityView> = {},
  { status = 200, at = '/dashboard/activity' as string | object } = {},
) => {
  let now = status;
  const { services, sent } = signedInServices(({ url, method }) => {
    if (method === 'POST') return json({ success: true });
    if (url.includes('my-groups')) return json({ groups: [group('g1', { name: 'Film Club', mentionCount: 1 })] });
    if (url.includes('/activity')) return json({ items, readUpTo: null, unread: 0, sequences: {}, ...answer }, now);
    return json({ preferences: {} });
  });
  const onMembers = vi.fn();
  const shown = renderScreen(<ActivityScreen onMembers={onMembers} />, { ...services, now: () => NOW }, at);
  return {
    ...shown,
    onMembers,
    reads: () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body),
    answerWith: (next: number) => {
      now = next;
    },
  };
};

const links = () => screen.getAllByRole('link');
const names = () => links().map((link) => link.getAttribute('aria-label'));

describe('the screen of Activity', () => {
  it('the screen of Activity lists items by day, with who, what, where and when, and leaves out what it does not know (NOTE-06, NOTE-07, NOTE-17)', async () => {
    show();
    await screen.findByRole('heading', { name: 'Today' });
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Today',
      'Yesterday',
    ]);
    await waitFor(() =>
      expect(names()).toEqual([
        'Ben Cole mentioned you: Come, @Ada Cole, in Film Club, 12:00 PM, unread',
        'Ben Cole moved Dinner: from Fri, May 15, 11:00 PM to Sat, May 16, 11:00 PM, in Film Club, 11:00 AM, unread',
        'You are now an admin of Film Club, in Film Club, 10:00 AM, unread',
      ]),
    );
  });

  it('the screen of Activity leads each item to the exact thing (NOTE-10, LINK-09)', async () => {
    const { onMembers, router } = show({
      items: [...items.slice(0, 3), item('n2', 'cancelled', { event }), item('r2', 'removed', { groupName: 'Choir' })],
    });
    await screen.findByRole('heading', { name: 'Today' });
    expect(links().map((link) => link.getAttribute('href'))).toEqual([
      '/dashboard/group/g1/message/m1',
      '/dashboard/group/g1/event/e1',
      '/dashboard/group/g1/message/n2',
      '/dashboard/group/g1',
    ]);
    fireEvent.click(screen.getByRole('link', { name: /admin/ }));
    expect(onMembers).toHaveBeenCalledWith('g1');
    expect(router.state.location.pathname).toBe('/dashboard/group/g1');
  });

  it('the screen of Activity filters by kind, with the number of unread items beside each filter (NOTE-06, NOTE-16)', async () => {
    const { router } = show();
    const filter = (name: RegExp) => screen.getByRole('tab', { name });
    await screen.findByRole('heading', { name: 'Today' });
    await waitFor(() => expect(filter(/^Mentions/).textContent).toBe('Mentions1'));
    fireEvent.click(filter(/^Groups/));
    expect(names()).toHaveLength(1);
    expect(router.state.location.search).toBe('?show=groups');
    fireEvent.click(filter(/^Replies/));
    expect(screen.getByText('Nothing here yet')).toBeTruthy();
  });

  it('the screen of Activity is one tab stop, in which arrows, Home and End move (NOTE-17)', async () => {
    show();
    await screen.findByRole('heading', { name: 'Today' });
    const [first, second, third] = links();
    expect(links().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    act(() => first?.focus());
    const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
    press('ArrowDown');
    expect(document.activeElement).toBe(second);
    expect(links().map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
    press('End');
    expect(document.activeElement).toBe(third);
    press('ArrowDown');
    expect(document.activeElement).toBe(third);
    press('Home');
    expect(document.activeElement).toBe(first);
  });

  it('the screen of Activity is read up to its newest item once it is open, and what was unread stays marked (NOTE-12)', async () => {
    const { reads } = show();
    await screen.findByRole('heading', { name: 'Today' });
    await waitFor(() => expect(reads()).toEqual([{ upTo: '2026-05-14T12:00:00.000Z' }]));
    expect(names().every((name) => name?.endsWith(', unread'))).toBe(true);
  });

  it('the screen of Activity adds what comes in and announces it, and asks the server not to mark it within 30 seconds (NOTE-13, NOTE-15, NOTE-17)', async () => {
    const { reads, store } = show();
    await waitFor(() => expect(reads()).toHaveLength(1));
    act(() => {
      const told = message('m2', '02', {
        groupId: 'g1',
        createdAt: '2026-05-14T14:42:00.000Z',
        senderId: person('ben'),
        everyone: true,
      });
      store.dispatch(changed({ name: 'newMessage', payload: told }));
    });
    await waitFor(() => expect(links()).toHaveLength(4));
    const statuses = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(statuses.join()).toContain('Ben Cole mentioned everyone');
    expect(reads()).toHaveLength(1);
  });

  it('the screen of Activity says that there is nothing, and offers to try again if it did not load (NOTE-16)', async () => {
    const { answerWith, unmount } = show({}, { status: 500 });
    const failed = (await screen.findByText('Activity didn’t load')).parentElement as HTMLElement;
    answerWith(200);
    fireEvent.click(within(failed).getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('heading', { name: 'Today' });
    unmount();
    show({ items: [] });
    await screen.findByRole('heading', { name: 'You’re all caught up' });
    expect(screen.getByText('Mentions, replies and changed events show up here.')).toBeTruthy();
  });

  it('the screen of Activity returns to the item that had the focus (NOTE-10)', async () => {
    const entry = { pathname: '/dashboard/activity', state: { place: { row: '', above: 0, focused: 'n1' } } };
    show({}, { at: entry });
    await screen.findByRole('heading', { name: 'Today' });
    expect(document.activeElement?.getAttribute('href')).toBe('/dashboard/group/g1/event/e1');
  });
});
