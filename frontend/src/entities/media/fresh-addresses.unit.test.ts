// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { groupApi } from '../group/group-api.ts';
import { makeStore } from '../store/make-store.ts';
import { fakeServices, group, json, signInAs } from '../testing/fakes.ts';
import { keepAddressesFresh } from './fresh-addresses.ts';

const HOUR = 3_600_000;
let stop: () => void = () => undefined;
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const open = async () => {
  const { services, sent } = fakeServices(() => json({ groups: [group('group-1')] }));
  signInAs(services);
  let clock = 1_000 * HOUR;
  const now = () => clock;
  const store = makeStore({ ...services, now });
  stop = keepAddressesFresh(store, { now });
  await store.dispatch(groupApi.endpoints.myGroups.initiate());
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const fail = (src: string) => {
    const picture = document.createElement('img');
    picture.src = src;
    document.body.append(picture);
    picture.dispatchEvent(new Event('error'));
  };
  const pass = (hours: number) => {
    clock += hours * HOUR;
  };
  return { sent, settled, fail, pass, address: (hour: number) => `/files/f1?e=${hour * HOUR}&s=x` };
};

describe('the addresses of files', () => {
  it('SAFE-04 are read again before they run out', async () => {
    const { sent, settled, pass } = await open();
    pass(19);
    vi.advanceTimersByTime(HOUR);
    await settled();
    expect(sent).toHaveLength(1);
    pass(1);
    vi.advanceTimersByTime(HOUR);
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    window.dispatchEvent(new Event('online'));
    await settled();
    expect(sent).toHaveLength(2);
    pass(20);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(sent).toHaveLength(3));
  });

  it('SAFE-04 are read again once when a file fails to load whose address has run out', async () => {
    const { sent, settled, fail, pass, address } = await open();
    pass(2);
    fail(address(1_010));
    fail('/elsewhere.png');
    await settled();
    expect(sent).toHaveLength(1);
    fail(address(1_001));
    fail(address(1_001));
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    fail(address(1_001));
    await settled();
    expect(sent).toHaveLength(2);
  });
});
