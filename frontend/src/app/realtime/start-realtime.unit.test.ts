// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { checkPostponed } from '../../data/session/session-slice.ts';
import { ada, json, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../store/make-store.ts';
import type { QuorumSocket } from './socket-port.ts';
import { startRealtime } from './start-realtime.ts';

/** A browser whose socket was opened with the stored token, and what the server sends over it. */
const openBrowser = () => {
  const { services, sent } = signedInServices(() => json({ user: ada }));
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const stop = startRealtime(store, services, (token) => {
    const socket = {
      connected: false,
      active: true,
      on: (name: string, listener: (...args: unknown[]) => void) => listeners.set(name, listener),
      emit: () => socket,
      connect: () => token(),
      disconnect: () => socket,
    };
    return socket as unknown as QuorumSocket;
  });
  return { services, sent, store, stop, push: (name: string) => listeners.get(name)?.({ reason: 'revoked' }) };
};

it('the end of its session signs the browser out (SAFE-03)', () => {
  const { services, store, stop, push } = openBrowser();
  push('sessionEnded');
  expect(store.getState().session.status).toBe('signedOut');
  expect(services.storage.get(storageKeys.token)).toBeNull();
  stop();
});

it('the end of an older session does not sign the browser out of the one that another tab began since', () => {
  const { services, store, stop, push } = openBrowser();
  services.storage.set(storageKeys.token, 'a-newer-token');
  push('sessionEnded');
  expect(store.getState().session.status).toBe('signedIn');
  expect(services.storage.get(storageKeys.token)).toBe('a-newer-token');
  stop();
});

it('a lost connection asks once whether the server still answers', async () => {
  const { sent, store, stop, push } = openBrowser();
  push('connect');
  const before = sent.length;
  push('disconnect');
  push('disconnect');
  await expect.poll(() => store.getState().connection).toMatchObject({ status: 'reconnecting', answered: true });
  expect(sent.slice(before).map(({ url }) => url)).toEqual([
    expect.stringContaining('/api/auth/sessions/current/check-in'),
  ]);
  stop();
});
