import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { act, renderHook, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { describe, expect, it, vi } from 'vitest';
import { groupApi } from '../../../data/group/group-api.ts';
import { messageApi } from '../../../data/message/message-api.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { useUnread } from '../../../data/message/reading/use-unread.ts';
import { changed } from '../../../data/store/changes.ts';
import { fakeServices, group, json, message, type Sent, signedInServices, silentLink } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useReading } from './use-reading.ts';

/** Every count that was rendered. */
let drawn: number[] = [];
let look: (atEnd: boolean) => void = () => undefined;

function Shown() {
  const { data: groups } = groupApi.useMyGroupsQuery();
  const { data: list } = messageApi.useMessagesQuery('group-1');
  const unread = useUnread(groups?.[0]?._id);
  if (groups !== undefined) drawn.push(unread);
  return groups?.[0] && list ? <Chat messages={list.messages} /> : null;
}

function Chat({ messages }: { messages: readonly MessageView[] }) {
  const [atEnd, setAtEnd] = useState(true);
  look = setAtEnd;
  useReading(
    group('group-1'),
    { messages, notices: [], hasMoreBefore: false, hasMoreAfter: false, newestOrder: '' },
    'user-a',
    atEnd,
  );
  return <p>Open</p>;
}

it('messages that come while one reads at the end are read and never counted; further up they are counted (UX-03)', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  drawn = [];
  const { services } = signedInServices(({ url }) =>
    url.endsWith('my-groups')
      ? json({ groups: [group('group-1', { lastReadMessageId: 'm1' })] })
      : json({ messages: [message('m1', '01')], notices: [], hasMore: false }),
  );
  const { store } = renderScreen(<Shown />, services);
  await screen.findByText('Open');
  const arrive = (id: string) =>
    act(() => void store.dispatch(changed({ name: 'newMessage', payload: message(id, id) })));
  arrive('m2');
  expect(groupApi.endpoints.myGroups.select()(store.getState()).data?.[0]?.unreadCount).toBe(1);
  expect(new Set(drawn)).toEqual(new Set([0]));
  act(() => look(false));
  expect(groupApi.endpoints.myGroups.select()(store.getState()).data?.[0]).toMatchObject({ lastReadMessageId: 'm2' });
  arrive('m3');
  expect(drawn.at(-1)).toBeGreaterThan(0);
});

/** A browser that shows the newest message of a chat, until time has passed or it leaves. */
const readNewest = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  const shown: string[] = [];
  const stored: Sent[] = [];
  const { services } = fakeServices((one) => {
    if (one.method === 'POST') stored.push(one);
    return json({ success: true });
  });
  services.link.bind({ ...silentLink, sendRead: ({ messageId }) => shown.push(messageId) });
  const store = makeStore(services);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const chat = group('group-1', { lastReadMessageId: 'm1' });
  const { rerender, unmount } = renderHook((list: MessageList) => useReading(chat, list, 'user-a', true), {
    initialProps: newest(1),
    wrapper,
  });
  return {
    shown,
    stored,
    arrive: (number: number) => rerender(newest(number)),
    pass: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)),
    leave: unmount,
  };
};

const newest = (number: number): MessageList => ({
  ...stretch(number, false),
  messages: [message(`m${number}`, `${number}`)],
});

describe('a read mark', () => {
  it('a read mark is shown to other browsers at once, and stored when the chat is left, even if the page closes (CQRS-11)', async () => {
    const { arrive, pass, leave, shown, stored } = readNewest();
    await pass(1000);
    arrive(2);
    await pass(400);
    arrive(3);
    await pass(400);
    expect([shown, stored]).toEqual([['m2', 'm3'], []]);
    arrive(4);
    leave();
    await pass(0);
    expect(shown.at(-1)).toBe('m4');
    expect(stored).toMatchObject([{ body: { messageId: 'm4' }, keepalive: true }]);
  });

  it('a read mark is stored when the page is hidden (CQRS-11)', async () => {
    const { arrive, pass, stored } = readNewest();
    await pass(1000);
    arrive(2);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await pass(0);
    expect(stored).toMatchObject([{ body: { messageId: 'm2' } }]);
  });
});

const stretch = (from: number, hasMoreAfter: boolean): MessageList => ({
  messages: [from, from + 1].map((number) => message(`m${number}`, String(number))),
  notices: [],
  hasMoreBefore: true,
  hasMoreAfter,
  newestOrder: '9',
});
const open = (first: MessageList, lastReadMessageId: string) => {
  const store = makeStore(fakeServices(() => json({})).services);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const unread = group('group-1', { unreadCount: 1, lastReadMessageId });
  return renderHook((list: MessageList) => useReading(unread, list, 'user-a', false), { initialProps: first, wrapper });
};

it('the way up leads from the newest messages to the read ones, even from further up on the way (UX-03)', () => {
  const { result, rerender } = open(stretch(8, false), 'm1');
  expect(result.current.readFurtherUp).toBe('m1');
  rerender(stretch(5, true));
  expect(result.current.readFurtherUp).toBe('m1');
  rerender(stretch(1, true));
  expect(result.current.readFurtherUp).toBeUndefined();
});

it('the way up does not lead from an old stretch to messages read further down (UX-03)', () => {
  const { result, rerender } = open(stretch(1, true), 'm8');
  expect(result.current.readFurtherUp).toBeUndefined();
  rerender(stretch(8, false));
  expect(result.current.readFurtherUp).toBeUndefined();
});
