// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import { groupApi } from '../../data/group/group-api.ts';
import { pinApi } from '../../data/pins/pin-api.ts';
import { searchApi } from '../../data/search/search-api.ts';
import { userApi } from '../../data/user/user-api.ts';
import { ada, group, json } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { reloadAudience } from './start-realtime.ts';

/** What is read again, in alphabetical order, without how much of it. */
const readAgain = async (audience: string): Promise<readonly string[]> => {
  const { store, sent } = await openLive(({ url }) => {
    if (url.endsWith('/pins')) return json({ pins: [] });
    if (url === '/api/search') return json({ results: [] });
    if (url === '/api/auth/me') return json({ user: ada });
    return url.startsWith('/api/groups/group-') ? json({ group: group(url.slice(-7)) }) : undefined;
  });
  await Promise.all([
    store.dispatch(userApi.endpoints.me.initiate()),
    ...['group-1', 'group-2'].flatMap((id) => [
      store.dispatch(groupApi.endpoints.group.initiate(id)),
      store.dispatch(pinApi.endpoints.pins.initiate(id)),
      store.dispatch(eventApi.endpoints.events.initiate({ groupId: id })),
    ]),
    store.dispatch(eventApi.endpoints.events.initiate({})),
    store.dispatch(searchApi.endpoints.search.initiate({ words: 'tea', kind: 'messages', timeZone: 'UTC' })),
  ]);
  const before = sent.length;
  store.dispatch(reloadAudience(audience));
  const read = await readsSince(store, sent, before);
  return read.map((url) => url.replace(/[?&](series|limit)=\w+/g, '')).sort();
};

it('queries that show a group run again when changes of that group could not be followed (CQRS-05)', async () => {
  expect(await readAgain('group-group-1')).toEqual([
    '/api/events',
    '/api/events?groupId=group-1',
    '/api/groups/group-1',
    '/api/groups/group-1/pins',
    '/api/groups/my-groups',
    '/api/messages/group/group-1',
    '/api/search',
  ]);
});

it('queries that show the user run again when changes of the user could not be followed (CQRS-05)', async () => {
  expect(await readAgain('user-user-a')).toEqual([
    '/api/auth/group-preferences',
    '/api/auth/me',
    '/api/events',
    '/api/events?groupId=group-1',
    '/api/events?groupId=group-2',
    '/api/groups/my-groups',
    '/api/search',
  ]);
});
