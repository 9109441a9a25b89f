import { describe, expect, it } from 'vitest';
import { sessionEnded } from '../../data/session/session-slice.ts';
import { userApi } from '../../data/user/user-api.ts';
import { ada, json, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from './make-store.ts';

const setUp = (answer: Promise<Response>) => {
  const { services } = signedInServices(() => answer);
  const store = makeStore(services);
  return { store, status: () => store.getState().session.user?._id };
};
const pending = () => {
  let resolve: (response: Response) => void = () => {};
  const promise = new Promise<Response>((end) => {
    resolve = end;
  });
  return { promise, resolve };
};
const refused = sessionEnded({ reason: 'refused' });

describe('the end of the session', () => {
  it('the end of the session waits for the farewell, even if the server reports it before it answers', async () => {
    const { promise, resolve } = pending();
    const { store, status } = setUp(promise);
    const deleting = store.dispatch(userApi.endpoints.deleteAccount.initiate());
    store.dispatch(refused);
    expect(status()).toBe(ada._id);
    resolve(json({ success: true }));
    await deleting;
    store.dispatch(refused);
    expect(status()).toBe(ada._id);
    store.dispatch(sessionEnded({ reason: 'account-deleted' }));
    expect(status()).toBeUndefined();
  });

  it('the end of the session happens when the deletion fails', async () => {
    const { promise, resolve } = pending();
    const { store, status } = setUp(promise);
    const deleting = store.dispatch(userApi.endpoints.deleteAccount.initiate());
    store.dispatch(refused);
    resolve(json({ error: 'no' }, 500));
    await deleting;
    expect(status()).toBeUndefined();
  });

  it('the end of the session happens at once otherwise, even after a failed deletion', async () => {
    const { store, status } = setUp(Promise.resolve(json({ error: 'no' }, 500)));
    await store.dispatch(userApi.endpoints.deleteAccount.initiate());
    expect(status()).toBe(ada._id);
    store.dispatch(refused);
    expect(status()).toBeUndefined();
  });
});
