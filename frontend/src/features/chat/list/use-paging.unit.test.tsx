import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { expect, it, vi } from 'vitest';
import { messageApi } from '../../../data/message/message-api.ts';
import { fakeServices, json, message } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import type { ChatLine } from '../chat-lines.ts';
import { usePaging } from './use-paging.ts';

it('another older page is loaded while the window is not full, also when the number of lines stays the same', async () => {
  let oldest = 100;
  const { services, sent } = fakeServices(() => {
    oldest -= 1;
    return json({ messages: [message(`m${oldest}`, `${oldest}`)], notices: [], hasMore: true });
  });
  const store = makeStore(services);
  await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const area = { current: document.createElement('div') };
  const ends = { groupId: 'group-1', hasMoreBefore: true, hasMoreAfter: true };
  const pages = () => sent.filter(({ url }) => url.includes('before=')).length;
  const one = (): readonly ChatLine[] => [{ message: message('any', '1') }];
  const { rerender } = renderHook((lines) => usePaging(ends, lines, area), { initialProps: one(), wrapper });
  await vi.waitFor(() => expect(pages()).toBe(1));
  await vi.waitFor(() =>
    expect(messageApi.endpoints.messages.select('group-1')(store.getState()).data?.messages).toHaveLength(2),
  );
  rerender(one());
  await vi.waitFor(() => expect(pages()).toBe(2));
});
