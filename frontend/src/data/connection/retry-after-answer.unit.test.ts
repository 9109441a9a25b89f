import { describe, expect, it, vi } from 'vitest';
import { json, type Reply, signedInServices, silentLink } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { groupApi } from '../group/group-api.ts';
import { connectionChanged } from './connection-slice.ts';

const ignore = () => undefined;

const open = (answer: () => Reply = () => json({ groups: [] })) => {
  const { services } = signedInServices(answer);
  const store = makeStore(services);
  const retryNow = vi.fn();
  services.link.bind({ ...silentLink, retryNow });
  const connection = (status: 'reconnecting' | 'online') => store.dispatch(connectionChanged({ status, at: 1 }));
  const load = () =>
    store.dispatch(groupApi.endpoints.myGroups.initiate(undefined, { subscribe: false, forceRefetch: true }));
  return { retryNow, connection, load };
};

describe('an answer of the server', () => {
  it('an answer of the server makes a lost connection retry at once, once per attempt', async () => {
    const { retryNow, connection, load } = open();
    connection('reconnecting');
    await load();
    await load();
    await vi.waitFor(() => expect(retryNow).toHaveBeenCalledTimes(1));
    connection('reconnecting');
    await load();
    await vi.waitFor(() => expect(retryNow).toHaveBeenCalledTimes(2));
  });

  it('an answer of the server leaves an open connection alone', async () => {
    const { retryNow, connection, load } = open();
    connection('online');
    await load();
    expect(retryNow).not.toHaveBeenCalled();
  });

  it('a missing answer does not make a lost connection retry', async () => {
    vi.spyOn(console, 'warn').mockImplementation(ignore);
    const { retryNow, connection, load } = open(() => 'no network');
    connection('reconnecting');
    await load();
    expect(retryNow).not.toHaveBeenCalled();
  });
});
