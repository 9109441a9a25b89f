// @vitest-environment happy-dom
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import { groupApi } from '../../data/group/group-api.ts';
import { messageApi } from '../../data/message/message-api.ts';
import { checkPostponed } from '../../data/session/session-slice.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { ada, group, json, member, message, sharedGroup, signedInServices } from '../../testing/fakes.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { makeStore } from '../store/make-store.ts';
import type { QuorumSocket } from './socket-port.ts';
import { startRealtime } from './start-realtime.ts';

const BROWSERS = 500;
const AUDIENCE = 'group-group-1';
const NAME = 'Cinema';
const everyEvent = { groupId: 'group-1', startDate: '2026-05-01', endDate: '2026-05-31', timeZone: 'America/New_York' };

const answerTo = (url: string): Response => {
  if (url.endsWith('/my-groups')) return json({ groups: [group('group-1')], sequences: { [AUDIENCE]: 4 } });
  if (url.includes('/members')) return json({ members: [member('user-b')], total: 1, next: null });
  if (url.startsWith('/api/groups/')) return json({ group: group('group-1') });
  if (url.startsWith('/api/messages/')) return json({ messages: [message('m1', '01')], notices: [], hasMore: false });
  if (url.startsWith('/api/events')) return json({ events: [calendarEvent('event-1')], sequences: { [AUDIENCE]: 4 } });
  return json({ user: ada });
};

/** One browser that shows a group: its store, with all data of the group loaded, and the server's end of its socket. */
const openBrowser = async () => {
  const { services, sent } = signedInServices(({ url }) => answerTo(url));
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  const listeners = new Map<string, (...args: unknown[]) => void>();
  const socket = {
    connected: true,
    active: true,
    on: (name: string, listener: (...args: unknown[]) => void) => listeners.set(name, listener),
    emit: () => socket,
    connect: () => socket,
    disconnect: () => socket,
  };
  const stop = startRealtime(store, services, () => socket as unknown as QuorumSocket);
  await Promise.all([
    store.dispatch(groupApi.endpoints.myGroups.initiate()),
    store.dispatch(groupApi.endpoints.group.initiate('group-1')),
    store.dispatch(groupApi.endpoints.groupMembers.initiate({ groupId: 'group-1' })),
    store.dispatch(messageApi.endpoints.messages.initiate('group-1')),
    store.dispatch(eventApi.endpoints.events.initiate(everyEvent)),
  ]);
  const push = (name: string, ...args: unknown[]) => listeners.get(name)?.(...args);
  push('ready', { userId: ada._id, sequences: { [AUDIENCE]: 4 } });
  const named = () => {
    const state = store.getState();
    return [
      groupApi.endpoints.myGroups.select()(state).data?.[0]?.name,
      groupApi.endpoints.group.select('group-1')(state).data?.name,
      eventApi.endpoints.events.select(everyEvent)(state).data?.events[0]?.groupName,
    ];
  };
  return { store, sent, push, stop, named };
};

describe(`a group that is open in ${BROWSERS} browsers`, () => {
  let browsers: Awaited<ReturnType<typeof openBrowser>>[];
  beforeAll(async () => {
    // As in the built pages: the development checks would examine 500 stores on every action.
    vi.stubEnv('NODE_ENV', 'production');
    browsers = [];
    for (let count = 0; count < BROWSERS; count += 1) browsers.push(await openBrowser());
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    for (const { stop } of browsers) stop();
  });

  it(`a group that is open in ${BROWSERS} browsers shows its new name in all of them, and none reads anything for it`, async () => {
    const readBefore = browsers.map(({ sent }) => sent.length);
    for (const { push } of browsers) {
      push(
        'groupUpdated',
        { groupId: 'group-1', group: sharedGroup('group-1', { name: NAME }) },
        { audience: AUDIENCE, sequence: 5 },
      );
      push('groupNameUpdatedInEvents', { groupId: 'group-1', groupName: NAME }, { audience: AUDIENCE, sequence: 6 });
    }
    expect(browsers.filter(({ named }) => named().some((name) => name !== NAME))).toEqual([]);
    const reads = await Promise.all(
      browsers.map(({ store, sent }, index) => readsSince(store, sent, readBefore[index] ?? 0)),
    );
    expect(reads.flat()).toEqual([]);
  });
});
