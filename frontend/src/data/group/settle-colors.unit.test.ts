import { describe, expect, it, vi } from 'vitest';
import { fakeServices, group, json, signInAs } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { groupApi } from './group-api.ts';

const join = async (preferences: Readonly<Record<string, number>>) => {
  const { services, sent } = fakeServices(({ url, method }) => {
    if (url.startsWith('/api/groups/my-groups')) return json({ groups: [group('a'), group('b'), group('c')] });
    if (url.startsWith('/api/groups/join')) return json({ group: group('b') });
    return method === 'GET' ? json({ preferences }) : json({ success: true });
  });
  signInAs(services);
  const store = makeStore(services);
  await store.dispatch(groupApi.endpoints.joinByCode.initiate({ code: '471902' }));
  return () => sent.filter(({ url, method }) => method !== 'GET' && !url.includes('join')).map(({ body }) => body);
};

describe('the colors after joining a group', () => {
  it('are stored: a free one for the group, and for the others what they showed before (OPEN-063)', async () => {
    const chosen = await join({ c: 4 });
    await vi.waitFor(() =>
      expect(chosen()).toEqual([
        { groupId: 'b', colorIndex: 1 },
        { groupId: 'a', colorIndex: 0 },
      ]),
    );
  });
});
