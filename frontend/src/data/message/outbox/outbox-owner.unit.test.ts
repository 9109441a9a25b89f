import { expect, it } from 'vitest';
import { ada, heldReply, json, signedInServices } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { checkPostponed, type EndReason, sessionEnded, signedIn } from '../../session/session-slice.ts';
import { flushOutbox, sendText } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';

const ben = { ...ada, _id: 'user-b', id: 'user-b', firstName: 'Ben' };

it.each<[EndReason, number]>([
  ['logout', 0],
  ['elsewhere', 1],
])('a text on its way when its writer’s session ends by %s never becomes the next person’s', async (reason, kept) => {
  const held = heldReply();
  const { services, sent } = signedInServices(({ headers }) =>
    headers.get('authorization') === 'Bearer token-1' ? held.reply() : json({}, 400),
  );
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  store.dispatch(sendText({ groupId: 'group-1', content: 'Only Ada says this' }));
  await held.asked;
  const adasOutbox = store.dispatch(flushOutbox());
  store.dispatch(sessionEnded({ reason }));
  store.dispatch(signedIn({ token: 'token-2', user: ben }));
  held.release(json({ error: 'Your session has ended' }, 401));
  await adasOutbox;
  await store.dispatch(flushOutbox());
  expect(selectOutbox(store.getState())).toEqual([]);
  expect(storedOutbox(services.storage, ben._id)).toEqual([]);
  expect(storedOutbox(services.storage, ada._id)).toHaveLength(kept);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer token-1']);
});
