import { describe, expect, it } from 'vitest';
import { fakeServices, json, message, signInAs } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { checkPostponed } from '../session/session-slice.ts';
import { messageApi } from './message-api.ts';
import { MOST_HELD } from './message-list.ts';
import { leaveStretch, loadNewer, loadOlder, showNewest } from './message-pages.ts';

const PAGE = 50;
const COUNT = 3_000;
const orderOf = (number: number): string => String(number).padStart(6, '0');
const all = Array.from({ length: COUNT }, (_, number) => message(`m${number}`, orderOf(number)));
const indexOf = (id: string): number => Number(id.slice(1));

/** A server with a long chat. */
const open = async () => {
  const { services } = fakeServices(({ url }) => {
    const asked = new URL(url, 'http://localhost').searchParams;
    const [before, after] = [asked.get('before'), asked.get('after')];
    const from = after === null ? (before === null ? COUNT : indexOf(before)) - PAGE : indexOf(after) + 1;
    const messages = all.slice(Math.max(0, from), from + PAGE);
    return json({ messages, hasMore: after === null ? from > 0 : from + PAGE < COUNT });
  });
  signInAs(services);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const subscription = store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
  await subscription;
  const list = () => messageApi.endpoints.messages.select('group-1')(store.getState()).data;
  const ends = () => [list()?.messages[0]?._id, list()?.messages.at(-1)?._id, list()?.messages.length];
  return { store, subscription, list, ends };
};

describe('the pages of a long chat', () => {
  it('come at both ends; a bounded stretch is held while it grows into the past (OPEN-072, UX-05)', async () => {
    const { store, list, ends } = await open();
    expect(ends()).toEqual(['m2950', 'm2999', PAGE]);
    for (let page = 1; page < 30; page += 1) await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m1500', 'm2499', MOST_HELD]);
    expect(list()).toMatchObject({ hasMoreBefore: true, hasMoreAfter: true });
    while (list()?.hasMoreAfter) await store.dispatch(loadNewer('group-1'));
    expect(ends()).toEqual(['m1500', 'm2999', 1_500]);
    await store.dispatch(loadOlder('group-1'));
    expect(ends()).toEqual(['m1450', 'm2449', MOST_HELD]);
    await store.dispatch(showNewest('group-1'));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE]);
  });

  it('open on the newest messages again after an old stretch was left', async () => {
    const { store, subscription, list, ends } = await open();
    store.dispatch(leaveStretch('group-1'));
    expect(ends()).toEqual(['m2950', 'm2999', PAGE]);
    for (let page = 1; page < 30; page += 1) await store.dispatch(loadOlder('group-1'));
    subscription.unsubscribe();
    store.dispatch(leaveStretch('group-1'));
    expect(list()).toBeUndefined();
  });
});
