import { expect, it, vi } from 'vitest';
import { json, signedInServices } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { checkPostponed } from '../../session/session-slice.ts';
import { messageApi } from '../message-api.ts';
import { selectOutbox } from './outbox-slice.ts';
import { bodyOf, send, stored } from './testing/open-outbox.ts';

it('the outbox continues by itself, in order and without loss, when the server asks for slower sending (SAFE-18)', async () => {
  const refusal = 'You’re sending messages too quickly. Try again in a moment.';
  const waits: number[] = [];
  let budget = 2;
  const { services, sent: calls } = signedInServices((sent) => {
    if (sent.method === 'GET') return json({ messages: [], notices: [], hasMore: false });
    budget -= 1;
    return budget < 0 ? json({ error: refusal }, 429, { 'retry-after': '3' }) : stored(sent);
  });
  const sleep = async (pause: number) => {
    waits.push(pause);
    budget = 2;
  };
  const store = makeStore({ ...services, sleep });
  store.dispatch(checkPostponed());
  await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
  const written = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  for (const content of written) send(store, content);
  await vi.waitFor(() => expect(selectOutbox(store.getState())).toEqual([]));
  const order = calls.filter(({ url }) => url === '/api/messages/send').map((post) => bodyOf(post).content);
  expect(order.filter((content, at) => content !== order[at - 1])).toEqual(written);
  const { data } = messageApi.endpoints.messages.select('group-1')(store.getState());
  expect(data?.messages.map(({ content }) => content).toSorted()).toEqual(written.toSorted());
  expect(new Set(waits)).toEqual(new Set([3_000]));
});
