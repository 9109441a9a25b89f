// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { group, json, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { groupApi } from '../group/group-api.ts';
import { keepAddressesFresh } from './fresh-addresses.ts';

const MINUTE = 60_000;
let stop: () => void = () => undefined;
beforeEach(() => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const open = async () => {
  const { services, sent } = signedInServices(() => json({ groups: [group('group-1')] }));
  let clock = 100_000 * MINUTE;
  const now = () => clock;
  const store = makeStore({ ...services, now });
  stop = keepAddressesFresh(store, { now });
  await store.dispatch(groupApi.endpoints.myGroups.initiate());
  const reads = () => readsSince(store, sent, 0);
  const fail = (src: string) => {
    const picture = document.createElement('img');
    picture.src = src;
    document.body.append(picture);
    picture.dispatchEvent(new Event('error'));
  };
  const pass = (minutes: number) => {
    clock += minutes * MINUTE;
  };
  return { reads, fail, pass };
};

describe('the addresses of files', () => {
  it('are read again before they expire (SAFE-04, SAFE-11)', async () => {
    const { reads, pass } = await open();
    pass(5);
    vi.advanceTimersByTime(MINUTE);
    expect(await reads()).toHaveLength(1);
    pass(1);
    vi.advanceTimersByTime(MINUTE);
    expect(await reads()).toHaveLength(2);
    window.dispatchEvent(new Event('online'));
    expect(await reads()).toHaveLength(2);
    pass(6);
    window.dispatchEvent(new Event('online'));
    expect(await reads()).toHaveLength(3);
  });

  it('are read again after the clock was set back (SAFE-11)', async () => {
    const { reads, pass } = await open();
    pass(-60);
    vi.advanceTimersByTime(MINUTE);
    expect(await reads()).toHaveLength(2);
    vi.advanceTimersByTime(MINUTE);
    expect(await reads()).toHaveLength(2);
  });

  it('are read again when a file fails to load, once a minute at most (SAFE-04, SAFE-11)', async () => {
    const { reads, fail, pass } = await open();
    pass(2);
    fail('/elsewhere.png');
    expect(await reads()).toHaveLength(1);
    fail('/files/f1?e=1&v=own.a&s=x');
    fail('/files/f1?e=1&v=own.a&s=x');
    expect(await reads()).toHaveLength(2);
    fail('/files/f1?e=1&v=own.a&s=x');
    expect(await reads()).toHaveLength(2);
  });
});
