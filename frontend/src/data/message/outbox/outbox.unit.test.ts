import { headers } from '@quorum/contracts/kernel/route.ts';
import { describe, expect, it, vi } from 'vitest';
import { json, message } from '../../../testing/fakes.ts';
import { sessionEnded } from '../../session/session-slice.ts';
import { type Change, changed } from '../../store/changes.ts';
import { messageApi } from '../message-api.ts';
import { flushOutbox, sendText, takeBack } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';
import { bodyOf, openOutbox, send, stored } from './testing/open-outbox.ts';

describe('the outbox', () => {
  it('the outbox shows a sent message once, under the id given here (CHAT-14)', async () => {
    const { store } = openOutbox((sent) =>
      sent.method === 'GET' ? json({ messages: [], notices: [], hasMore: false }) : stored(sent),
    );
    await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
    const id = send(store, 'hello');
    expect(selectOutbox(store.getState())).toMatchObject([{ id, content: 'hello' }]);
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toEqual([]);
    const { data } = messageApi.endpoints.messages.select('group-1')(store.getState());
    expect(data?.messages.map(({ _id }) => _id)).toEqual([id]);
  });

  it('the outbox sends texts written offline once and in order when the connection is back (UX-04)', async () => {
    let online = false;
    const { store, posts } = openOutbox((sent) => (online ? stored(sent) : 'no network'));
    for (const content of ['one', 'two', 'three']) send(store, content);
    await vi.waitFor(() => expect(posts().length).toBeGreaterThan(4));
    expect(new Set(posts().map((post) => bodyOf(post).content))).toEqual(new Set(['one']));
    online = true;
    await store.dispatch(flushOutbox());
    // The last attempt for each message is the one that succeeded.
    const order = posts().map((post) => bodyOf(post).content);
    expect(order.filter((content, at) => content !== order[at - 1])).toEqual(['one', 'two', 'three']);
    expect(order.slice(-2)).toEqual(['two', 'three']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('the outbox uses the same key for every try of a message (CQRS-01)', async () => {
    const { store, posts } = openOutbox((sent, index) => (index < 2 ? 'no network' : stored(sent)));
    const id = send(store, 'hello');
    await store.dispatch(flushOutbox());
    expect(posts().map((post) => post.headers.get(headers.idempotencyKey))).toEqual([id, id, id]);
  });

  it('the outbox sends remaining messages after a reload, in the order of writing (UX-04)', async () => {
    const first = openOutbox(() => 'no network');
    first.services.storage.set('unrelated', 'x');
    for (const content of ['one', 'two', 'three']) send(first.store, content);
    const left = storedOutbox(first.services.storage, 'user-a');
    expect(left.map(({ content, state }) => [content, state])).toEqual([
      ['one', 'queued'],
      ['two', 'queued'],
      ['three', 'queued'],
    ]);
    first.store.dispatch(sessionEnded({ reason: 'refused' }));

    const second = openOutbox(stored, ({ storage }) => {
      for (const one of [...left].reverse()) storage.set(`outbox:user-a:${one.id}`, JSON.stringify(one));
    });
    await second.store.dispatch(flushOutbox());
    expect(second.posts().map((post) => bodyOf(post).content)).toEqual(['one', 'two', 'three']);
    expect(storedOutbox(second.services.storage, 'user-a')).toEqual([]);
  });

  it('the outbox gives back a refused text and its reply target, and sends the next ones (CHAT-13)', async () => {
    const { store } = openOutbox((sent) =>
      bodyOf(sent).content === 'bad'
        ? json({ error: 'The message you are replying to does not exist' }, 400)
        : stored(sent),
    );
    const replyTo = message('m1', '01');
    const id = store.dispatch(sendText({ groupId: 'group-1', content: 'bad', replyTo })) ?? '';
    send(store, 'good');
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toMatchObject([
      { id, state: 'failed', error: 'The message you are replying to does not exist' },
    ]);
    expect(store.dispatch(takeBack(id))).toMatchObject({ content: 'bad', replyTo });
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('the outbox sends messages of other groups while one group has to wait', async () => {
    let busy = true;
    const { store, posts } = openOutbox((sent) =>
      busy && bodyOf(sent).groupId === 'group-1' ? json({ error: 'busy' }, 503) : stored(sent),
    );
    send(store, 'slow', 'group-1');
    send(store, 'quick', 'group-2');
    await vi.waitFor(() => expect(selectOutbox(store.getState()).map(({ content }) => content)).toEqual(['slow']));
    expect(posts().filter((post) => bodyOf(post).content === 'quick')).toHaveLength(1);
    busy = false;
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('the outbox keeps the texts when the server ends the session, and drops them at logout', () => {
    const refused = openOutbox(() => 'no network');
    send(refused.store, 'kept');
    refused.store.dispatch(sessionEnded({ reason: 'refused' }));
    expect(storedOutbox(refused.services.storage, 'user-a')).toHaveLength(1);
    const left = openOutbox(() => 'no network');
    send(left.store, 'dropped');
    left.store.dispatch(sessionEnded({ reason: 'logout' }));
    expect(storedOutbox(left.services.storage, 'user-a')).toEqual([]);
  });

  it('the outbox discards what was refused because its group is gone, so that it does not fill the browser', async () => {
    const refusal = { error: 'You are not a member of this group' };
    const { store, services } = openOutbox(() => json(refusal, 403));
    send(store, 'hello');
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toEqual([]);
    expect(storedOutbox(services.storage, 'user-a')).toEqual([]);
  });

  it.each<Change>([
    { name: 'groupLeft', payload: { groupId: 'group-1', reason: 'removed' } },
    { name: 'groupDeleted', payload: { groupId: 'group-1' } },
  ])('the outbox discards the messages of a group with the group: $name', (gone) => {
    const { store, services } = openOutbox(() => 'no network');
    send(store, 'hello');
    send(store, 'hello', 'group-2');
    store.dispatch(changed(gone));
    expect(storedOutbox(services.storage, 'user-a').map(({ groupId }) => groupId)).toEqual(['group-2']);
  });
});
