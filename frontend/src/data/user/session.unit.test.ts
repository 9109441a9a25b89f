import { describe, expect, it, vi } from 'vitest';
import { ada, fakeServices, json, type Reply, type Sent, signInAs } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { groupApi } from '../group/group-api.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { chooseView } from '../session/choose-view.ts';
import { saveStep } from '../session/saved-step.ts';
import { selectSession, signedIn } from '../session/session-slice.ts';
import { selectView } from '../session/view-slice.ts';
import { checkSession, followStoredSession, logOut } from './session.ts';

const open = (answer: (sent: Sent) => Reply, isSignedIn = true) => {
  const fakes = fakeServices(answer);
  if (isSignedIn) signInAs(fakes.services);
  return { ...fakes, storage: fakes.services.storage, store: makeStore(fakes.services) };
};

describe('the session', () => {
  it('the session keeps token and user after a verified code, and drops the saved step (AUTH-25, AUTH-26)', async () => {
    const { store, storage } = open(() => json({ token: 'token-9', user: ada }), false);
    saveStep(storage, 'login', { phoneNumber: '2025550101', sentAt: 0 });
    store.dispatch(signedIn({ token: 'token-9', user: ada }));
    expect(storage.get('auth_token')).toBe('token-9');
    expect(JSON.parse(storage.get('auth_user') ?? '')).toEqual(ada);
    expect(storage.get(storageKeys.loginStep)).toBeNull();
    expect(selectSession(store.getState())).toEqual({ status: 'signedIn', user: ada });
  });

  it('the session is checked with GET /api/auth/me when token and user are stored (AUTH-30)', async () => {
    const { store, sent, storage } = open(() => json({ user: { ...ada, firstName: 'Adah' } }));
    expect(selectSession(store.getState()).status).toBe('checking');
    await store.dispatch(checkSession());
    expect(sent.map(({ url }) => url)).toEqual(['/api/auth/me']);
    expect(selectSession(store.getState())).toMatchObject({ status: 'signedIn', user: { firstName: 'Adah' } });
    expect(storage.get('auth_user')).toContain('Adah');
  });

  it('the session clears token and user when the check is refused (AUTH-31)', async () => {
    const { store, storage } = open(() => json({ error: 'Your session has ended. Please log in again.' }, 401));
    await store.dispatch(checkSession());
    expect(selectSession(store.getState())).toMatchObject({ status: 'signedOut', user: null });
    expect([storage.get('auth_token'), storage.get('auth_user')]).toEqual([null, null]);
  });

  it('a session that another tab started during the check of an older one is kept', async () => {
    const { store, storage, services } = open(() => {
      services.storage.set(storageKeys.token, 'token-2');
      return json({ error: 'Your session has ended. Please log in again.' }, 401);
    });
    await store.dispatch(checkSession());
    expect(storage.get('auth_token')).toBe('token-2');
    expect(selectSession(store.getState())).toEqual({ status: 'signedIn', user: ada });
  });

  it('the session continues with stored data when the server cannot be reached', async () => {
    const { store, storage } = open(() => 'no network');
    await store.dispatch(checkSession());
    expect(selectSession(store.getState())).toEqual({ status: 'signedIn', user: ada });
    expect(storage.get('auth_token')).toBe('token-1');
  });

  it('the session ends at any 401, except a late one for an older token (PERM-02)', async () => {
    const { store, storage, services } = open(() => {
      services.storage.set(storageKeys.token, 'token-2');
      return json({ error: 'Please log in' }, 401);
    });
    await store.dispatch(groupApi.endpoints.myGroups.initiate());
    expect(storage.get('auth_token')).toBe('token-2');

    const other = open(() => json({ error: 'Please log in' }, 401));
    await other.store.dispatch(groupApi.endpoints.myGroups.initiate());
    expect(other.storage.get('auth_token')).toBeNull();
    expect(selectSession(other.store.getState()).status).toBe('signedOut');
  });

  it('the session survives a 403, which is only logged (PERM-03)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { store, storage } = open(() => json({ error: 'no' }, 403));
    await store.dispatch(groupApi.endpoints.myGroups.initiate());
    expect(warn.mock.calls).toEqual([['myGroups: no']]);
    expect(storage.get('auth_token')).toBe('token-1');
    expect(selectSession(store.getState())).toMatchObject({ user: ada });
    warn.mockRestore();
  });

  it('logout clears token, user, pending invite and invite-flow marker, and notifies the server (AUTH-32)', async () => {
    const { store, storage, sent } = open(() => json({ success: true }));
    storage.set(storageKeys.pendingInvite, 'AB12CD34');
    storage.set(storageKeys.inviteFlow, 'true');
    store.dispatch(logOut());
    const keys = [storageKeys.token, storageKeys.user, storageKeys.pendingInvite, storageKeys.inviteFlow];
    expect(keys.map((key) => storage.get(key))).toEqual([null, null, null, null]);
    expect(sent[0]).toMatchObject({ url: '/api/auth/logout', method: 'POST' });
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer token-1');
  });

  it('the server hears of a logout even if the page is closed at once (SAFE-03)', () => {
    const { store, sent } = open(() => json({ success: true }));
    store.dispatch(logOut());
    expect(sent).toMatchObject([{ url: '/api/auth/logout', keepalive: true }]);
  });

  it('the session follows another tab that signs out, and one that signs in', () => {
    const { store, storage } = open(() => json({}));
    storage.remove(storageKeys.token);
    store.dispatch(followStoredSession());
    expect(selectSession(store.getState()).status).toBe('signedOut');
    storage.set(storageKeys.token, 'token-2');
    storage.set(storageKeys.user, JSON.stringify({ ...ada, _id: 'user-b' }));
    store.dispatch(followStoredSession());
    expect(selectSession(store.getState())).toMatchObject({ status: 'signedIn', user: { _id: 'user-b' } });
  });
});

describe('a browser', () => {
  it('a browser keeps the view for the next group, whatever My Schedule shows (DASH-09, DASH-10, DASH-11)', () => {
    const { store, storage, services } = open(() => json({}));
    store.dispatch(chooseView('group-1', 'chat'));
    expect(selectView(store.getState(), 'group-2')).toBe('chat');
    expect(selectView(store.getState(), 'my-q')).toBe('calendar');
    store.dispatch(chooseView('my-q', 'calendar'));
    expect(storage.get(storageKeys.preferredView)).toBe('chat');
    expect(selectView(makeStore(services).getState(), 'group-1')).toBe('chat');
  });
});
