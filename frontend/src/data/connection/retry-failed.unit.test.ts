import { beforeEach, describe, expect, it, vi } from 'vitest';
import { group, json, type Reply, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { groupApi } from '../group/group-api.ts';
import { connectionChanged } from './connection-slice.ts';

beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const open = (answer: () => Reply) => {
  const { services, sent } = signedInServices(answer);
  const store = makeStore(services);
  const groups = groupApi.endpoints.myGroups;
  const load = () => store.dispatch(groups.initiate());
  const loaded = () => groups.select()(store.getState());
  const connected = () => store.dispatch(connectionChanged({ status: 'online', at: 0 }));
  return { store, sent, load, loaded, connected };
};

describe('a failed load', () => {
  it('a failed load is retried when the connection is back (RT-16)', async () => {
    let isReachable = false;
    const { load, loaded, connected } = open(() => (isReachable ? json({ groups: [group('group-1')] }) : 'no network'));
    await load();
    expect(loaded().isError).toBe(true);
    isReachable = true;
    connected();
    await vi.waitFor(() => expect(loaded().data).toHaveLength(1));
  });

  it('a failed load is not retried after a refusal or a success', async () => {
    for (const answer of [() => json({ error: 'no' }, 403), () => json({ groups: [] })]) {
      const { store, sent, load, connected } = open(answer);
      await load();
      const before = sent.length;
      connected();
      expect(await readsSince(store, sent, before)).toEqual([]);
    }
  });
});
