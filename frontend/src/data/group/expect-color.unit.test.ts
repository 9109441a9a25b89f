import { describe, expect, it, vi } from 'vitest';
import { group, json, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { preferencesApi, selectPreferences } from '../preferences/preferences-api.ts';
import { groupApi } from './group-api.ts';

describe('a group that the user joined', () => {
  it('a group that the user joined is shown in a free color at once, and the client stores none (OPEN-063)', async () => {
    const { services, sent } = signedInServices(({ url }) =>
      url.startsWith('/api/groups/join')
        ? json({ group: group('b') })
        : json({ preferences: { a: { color: 0 }, c: { color: 2 } } }),
    );
    const store = makeStore(services);
    await store.dispatch(preferencesApi.endpoints.groupPreferences.initiate());
    await store.dispatch(groupApi.endpoints.joinByCode.initiate({ code: '471902' }));
    await vi.waitFor(() =>
      expect(selectPreferences(store.getState())).toEqual({ a: { color: 0 }, b: { color: 4 }, c: { color: 2 } }),
    );
    expect(sent.filter(({ url, method }) => method !== 'GET' && !url.includes('join'))).toEqual([]);
  });
});
