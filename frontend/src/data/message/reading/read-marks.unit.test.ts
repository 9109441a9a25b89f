import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServices, json, type Reply, signInAs } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { connectionChanged } from '../../connection/connection-slice.ts';
import { checkPostponed, sessionEnded } from '../../session/session-slice.ts';
import { storeMark } from './read-marks.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

/** A server that answers read marks as the test says. A pause between attempts lasts until the test ends it. */
const open = (answer: () => Reply) => {
  const fakes = fakeServices(({ method }) => (method === 'GET' ? json({ groups: [] }) : answer()));
  const pauses: number[] = [];
  const sleep = async (milliseconds: number, signal?: AbortSignal) => {
    // Pauses within a call end with the call. The test ends those between calls.
    if (signal !== undefined) return;
    pauses.push(milliseconds);
    await new Promise(() => undefined);
  };
  const services = { ...fakes.services, sleep };
  signInAs(services);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const marks = () => fakes.sent.filter(({ method }) => method !== 'GET').map(({ body }) => body);
  return { store, pauses, marks };
};

describe('a read mark', () => {
  it('a read mark that could not be sent is sent when the connection is back (UX-03)', async () => {
    let isReachable = false;
    const { store, pauses, marks } = open(() => (isReachable ? json({ success: true }) : 'no network'));
    const marking = store.dispatch(storeMark('group-1', 'm1'));
    await vi.waitFor(() => expect(pauses).toEqual([2_000]));
    const before = marks().length;
    isReachable = true;
    store.dispatch(connectionChanged({ status: 'online', at: 0 }));
    await marking;
    expect(marks().slice(before)).toEqual([{ messageId: 'm1' }]);
    expect(store.getState().reading.wantedMarks).toEqual({});
  });

  it('a read mark is replaced by a later one of its group', async () => {
    let isReachable = false;
    const { store, pauses, marks } = open(() => (isReachable ? json({ success: true }) : 'no network'));
    const first = store.dispatch(storeMark('group-1', 'm1'));
    await vi.waitFor(() => expect(pauses).toHaveLength(1));
    const before = marks().length;
    isReachable = true;
    await store.dispatch(storeMark('group-1', 'm2'));
    store.dispatch(connectionChanged({ status: 'online', at: 0 }));
    await first;
    expect(marks().slice(before)).toEqual([{ messageId: 'm2' }]);
  });

  it('a read mark is not sent again after a refusal, or for somebody else', async () => {
    const refused = open(() => json({ error: 'no' }, 403));
    await refused.store.dispatch(storeMark('group-1', 'm1'));
    expect(refused.marks()).toHaveLength(1);

    const left = open(() => 'no network');
    const marking = left.store.dispatch(storeMark('group-1', 'm1'));
    await vi.waitFor(() => expect(left.pauses).toHaveLength(1));
    const before = left.marks().length;
    left.store.dispatch(sessionEnded({ reason: 'logout' }));
    await marking;
    expect(left.marks()).toHaveLength(before);
  });
});
