import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { ada, group, json } from '../../../testing/fakes.ts';
import { groupApi } from '../../group/group-api.ts';
import type { Change } from '../../services/changes.ts';
import { selectUserId, sessionEnded, signedIn } from '../../session/session-slice.ts';
import { changed } from '../../store/changed.ts';
import { useAppSelector } from '../../store/hooks.ts';
import type { RootState } from '../../store/state.ts';
import { flushOutbox } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';
import { openOutbox, send, sendFile } from './testing/open-outbox.ts';
import { useOrphans } from './use-orphans.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refusal = { error: 'You are not a member of this group' };

/** A user of these groups, whose messages are all refused. */
const open = (...ids: readonly string[]) => {
  const opened = openOutbox(({ url }) =>
    url === '/api/groups/my-groups' ? json({ groups: ids.map((id) => group(id)), sequences: {} }) : json(refusal, 403),
  );
  const { store, services } = opened;
  const useScreen = () => {
    // As a route guard does.
    useAppSelector(selectUserId);
    useOrphans();
  };
  renderHook(useScreen, {
    wrapper: ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>,
  });
  return {
    ...opened,
    loadGroups: () => act(() => store.dispatch(groupApi.endpoints.myGroups.initiate())),
    flush: () => act(() => store.dispatch(flushOutbox())),
    left: () =>
      [selectOutbox(store.getState()), storedOutbox(services.storage, 'user-a')].map((all) => all.map(ofGroup)),
  };
};
const groupsIn = (state: RootState) => groupApi.endpoints.myGroups.select()(state).data;
const ofGroup = ({ groupId }: { readonly groupId: string }) => groupId;

it.each<Change>([
  { name: 'groupLeft', payload: { groupId: 'group-1', reason: 'removed' } },
  { name: 'groupDeleted', payload: { groupId: 'group-1' } },
])('a refused file goes with its group: $name', async (gone) => {
  const { store, services, loadGroups, flush, left } = open('group-1', 'group-2');
  fakeUploads(() => ({ status: 403, body: refusal }));
  await loadGroups();
  sendFile(store, 'file-1', 'quote.xlsx');
  send(store, 'hello', 'group-2');
  await flush();
  await waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual(['file-1']));
  expect(left()).toEqual([
    ['group-1', 'group-2'],
    ['group-1', 'group-2'],
  ]);
  act(() => void store.dispatch(changed(gone)));
  await waitFor(() => expect(left()).toEqual([['group-2'], ['group-2']]));
  await waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual([]));
});

it('messages refused after a reload go once the groups are loaded without theirs', async () => {
  const { store, loadGroups, flush, left } = open('group-2');
  for (const content of ['one', 'two']) send(store, content);
  await flush();
  expect(left()[0]).toEqual(['group-1', 'group-1']);
  await loadGroups();
  await waitFor(() => expect(left()).toEqual([[], []]));
  // One that the server has not refused may be of a group that was joined just now.
  send(store, 'three');
  expect(left()[0]).toEqual(['group-1']);
  await flush();
  await waitFor(() => expect(left()).toEqual([[], []]));
});

it('messages of the next person are not judged by the groups of the last', async () => {
  const { store, services, loadGroups } = open('group-1');
  await loadGroups();
  const failed = { id: 'text-1', groupId: 'group-2', content: 'hello', replyTo: null, at: 1, state: 'failed' };
  services.storage.set('outbox:user-b:text-1', JSON.stringify(failed));
  // As when another tab signs in.
  store.dispatch(sessionEnded({ reason: 'elsewhere' }));
  store.dispatch(signedIn({ token: 'token-2', user: { ...ada, _id: 'user-b', id: 'user-b' } }));
  await waitFor(() => expect(groupsIn(store.getState())).toBeUndefined());
  expect(selectOutbox(store.getState())).toHaveLength(1);
});
