// @vitest-environment happy-dom
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { act, cleanup, renderHook, screen } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { groupApi, useMyGroupsQuery } from '../../../data/group/group-api.ts';
import { useMessagesQuery } from '../../../data/message/message-api.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { useUnread } from '../../../data/message/use-unread.ts';
import { changed } from '../../../data/store/changed.ts';
import { fakeServices, group, json, message, signInAs } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useReading } from './use-reading.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Every count that was rendered. */
let drawn: number[] = [];
let look: (atEnd: boolean) => void = () => undefined;

function Shown() {
  const { data: groups } = useMyGroupsQuery();
  const { data: list } = useMessagesQuery('group-1');
  const unread = useUnread(groups?.[0]);
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
  const { services } = fakeServices(({ url }) =>
    url.endsWith('my-groups')
      ? json({ groups: [group('group-1', { lastReadMessageId: 'm1' })] })
      : json({ messages: [message('m1', '01')], hasMore: false }),
  );
  signInAs(services);
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
