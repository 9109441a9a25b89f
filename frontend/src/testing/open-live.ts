import { groupApi } from '../data/group/group-api.ts';
import { messageApi } from '../data/message/message-api.ts';
import { preferencesApi } from '../data/preferences/preferences-api.ts';
import { checkPostponed } from '../data/session/session-slice.ts';
import { group, json, message, type Reply, type Sent, signedInServices } from './fakes.ts';
import { makeStore } from './make-store.ts';

const answers: Record<string, () => Reply> = {
  '/api/groups/my-groups': () =>
    json({ groups: [group('group-1'), group('group-2')], activityUnread: 0, changesUnread: 0 }),
  '/api/messages/group/group-1?limit=50': () => json({ messages: [message('m1', '01')], notices: [], hasMore: false }),
  '/api/auth/group-preferences': () => json({ preferences: { 'group-1': { color: 2, pinned: true } } }),
};

/** The store of somebody signed in, with groups, a chat and preferences loaded. `more` answers before the usual answers. */
export const openLive = async (more: (sent: Sent) => Reply | undefined = () => undefined) => {
  const { services, sent } = signedInServices(
    (one) =>
      more(one) ?? answers[one.url]?.() ?? (one.url.startsWith('/api/events') ? json({ events: [] }) : json({}, 404)),
  );
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  await Promise.all([
    store.dispatch(groupApi.endpoints.myGroups.initiate()),
    store.dispatch(messageApi.endpoints.messages.initiate('group-1')),
    store.dispatch(preferencesApi.endpoints.groupPreferences.initiate()),
  ]);
  const groups = () => groupApi.endpoints.myGroups.select()(store.getState()).data ?? [];
  const messages = () => messageApi.endpoints.messages.select('group-1')(store.getState()).data?.messages ?? [];
  return { store, services, sent, groups, messages };
};
