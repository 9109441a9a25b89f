import { headers } from '@quorum/contracts/kernel/limits.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { fakeServices, json, message, type Reply, type Sent, signInAs } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import type { Services } from '../../services/services.ts';
import { checkPostponed, sessionEnded } from '../../session/session-slice.ts';
import { messageApi } from '../message-api.ts';
import { discard, flushOutbox, sendFileLater, sendText, takeBack } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';
import { FILE_LOST } from './post-outgoing.ts';

type SendBody = { readonly id: string; readonly content: string; readonly groupId: string };
const bodyOf = ({ body }: Sent) => body as SendBody;

const open = (answer: (sent: Sent, index: number) => Reply, before?: (services: Services) => void) => {
  const { services, sent } = fakeServices(answer);
  signInAs(services);
  before?.(services);
  const store = makeStore(services);
  store.dispatch(checkPostponed());
  return { services, sent, store, posts: () => sent.filter(({ url }) => url === '/api/messages/send') };
};

const stored = (sent: Sent): Response => {
  const { id, content, groupId } = bodyOf(sent);
  return json({ message: message(id, `order-${content}`, { content, groupId }) });
};

const send = (store: ReturnType<typeof makeStore>, content: string, groupId = 'group-1') =>
  store.dispatch(sendText({ groupId, content }));

describe('the outbox', () => {
  it('shows a sent message once, under the id given here (CHAT-14)', async () => {
    const { store } = open((sent) =>
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

  it('sends texts written offline once and in order when the connection is back (UX-04)', async () => {
    let online = false;
    const { store, posts } = open((sent) => (online ? stored(sent) : 'no network'));
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

  it('uses the same key for every try of a message (CQRS-01)', async () => {
    const { store, posts } = open((sent, index) => (index < 2 ? 'no network' : stored(sent)));
    const id = send(store, 'hello');
    await store.dispatch(flushOutbox());
    expect(posts().map((post) => post.headers.get(headers.idempotencyKey))).toEqual([id, id, id]);
  });

  it('sends remaining messages after a reload, in the order of writing (UX-04)', async () => {
    const first = open(() => 'no network');
    first.services.storage.set('unrelated', 'x');
    for (const content of ['one', 'two', 'three']) send(first.store, content);
    const left = storedOutbox(first.services.storage, 'user-a');
    expect(left.map(({ content, state }) => [content, state])).toEqual([
      ['one', 'queued'],
      ['two', 'queued'],
      ['three', 'queued'],
    ]);
    first.store.dispatch(sessionEnded({ reason: 'refused' }));

    const second = open(stored, ({ storage }) => {
      for (const one of [...left].reverse()) storage.set(`outbox:user-a:${one.id}`, JSON.stringify(one));
    });
    await second.store.dispatch(flushOutbox());
    expect(second.posts().map((post) => bodyOf(post).content)).toEqual(['one', 'two', 'three']);
    expect(storedOutbox(second.services.storage, 'user-a')).toEqual([]);
  });

  it('gives back a refused text and its reply target, and sends the next ones (CHAT-13)', async () => {
    const { store } = open((sent) =>
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

  it('sends messages of other groups while one group has to wait', async () => {
    let busy = true;
    const { store, posts } = open((sent) =>
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

  it('keeps the texts when the server ends the session, and drops them at logout', () => {
    const refused = open(() => 'no network');
    send(refused.store, 'kept');
    refused.store.dispatch(sessionEnded({ reason: 'refused' }));
    expect(storedOutbox(refused.services.storage, 'user-a')).toHaveLength(1);
    const left = open(() => 'no network');
    send(left.store, 'dropped');
    left.store.dispatch(sessionEnded({ reason: 'logout' }));
    expect(storedOutbox(left.services.storage, 'user-a')).toEqual([]);
  });
});

describe('files in the outbox', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const file = (name: string) => new File(['abc'], name);
  const taken = (id: string) => ({ status: 201, body: { message: message(id, `order-${id}`, { type: 'file' }) } });

  it('are sent once, in their place among the texts, when the connection is back (UX-04)', async () => {
    let online = false;
    const order: string[] = [];
    const { store } = open((sent) => {
      if (!online) return 'no network';
      order.push(bodyOf(sent).content);
      return stored(sent);
    });
    fakeUploads((id) => {
      if (!online) return 'no network';
      order.push(id);
      return taken(id);
    });
    send(store, 'one');
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('quote.xlsx') }));
    send(store, 'two');
    expect(selectOutbox(store.getState()).map(({ content, file: waiting }) => waiting?.name ?? content)).toEqual([
      'one',
      'quote.xlsx',
      'two',
    ]);
    online = true;
    await store.dispatch(flushOutbox());
    expect(order).toEqual(['one', 'file-1', 'two']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  const reloaded = (before: Services) => (services: Services) =>
    Object.assign(services, { storage: before.storage, keptFiles: before.keptFiles });
  const isKept = (services: Services) =>
    vi.waitFor(() => expect(storedOutbox(services.storage, 'user-a')).toHaveLength(1));

  it('are sent after a reload, and then no longer kept (UX-04)', async () => {
    const first = open(() => 'no network');
    fakeUploads(() => 'never');
    first.store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('quote.xlsx') }));
    await isKept(first.services);

    const second = open(stored, reloaded(first.services));
    const { sent } = fakeUploads(taken);
    expect(selectOutbox(second.store.getState())).toMatchObject([{ id: 'file-1', file: { name: 'quote.xlsx' } }]);
    await second.store.dispatch(flushOutbox());
    expect(sent).toEqual(['file-1']);
    expect(selectOutbox(second.store.getState())).toEqual([]);
    expect(storedOutbox(second.services.storage, 'user-a')).toEqual([]);
    await vi.waitFor(async () => expect(await second.services.keptFiles.ids('user-a')).toEqual([]));
  });

  it('are kept for the same account when the session ends, and erased at logout (UX-04)', async () => {
    for (const [reason, left] of [
      ['refused', ['file-1']],
      ['logout', []],
    ] as const) {
      const { services, store } = open(() => 'no network');
      fakeUploads(() => 'never');
      store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('quote.xlsx') }));
      await isKept(services);
      store.dispatch(sessionEnded({ reason }));
      await vi.waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual(left));
    }
  });

  it('are not kept beyond the limit of an account, or if the browser stores nothing', async () => {
    const { services, store } = open(() => 'no network');
    fakeUploads(() => 'never');
    const film = (name: string, size: number) => Object.defineProperty(file(name), 'size', { value: size });
    store.dispatch(sendFileLater({ id: 'film-1', groupId: 'group-1', file: film('a.mp4', 100 * 2 ** 20) }));
    await isKept(services);
    store.dispatch(sendFileLater({ id: 'film-2', groupId: 'group-1', file: film('b.mp4', 100 * 2 ** 20) }));
    store.dispatch(sendFileLater({ id: 'film-3', groupId: 'group-1', file: film('c.mp4', 100 * 2 ** 20) }));
    store.dispatch(sendFileLater({ id: 'text-4', groupId: 'group-1', file: file('d.txt') }));
    await vi.waitFor(async () =>
      expect(await services.keptFiles.ids('user-a')).toEqual(['film-1', 'film-2', 'text-4']),
    );
    expect(selectOutbox(store.getState()).map(({ id, unstored }) => [id, unstored ?? false])).toEqual([
      ['film-1', false],
      ['film-2', false],
      ['film-3', true],
      ['text-4', false],
    ]);
  });

  it('that were kept during a failed try count as kept', async () => {
    const { services, store } = open(() => 'no network');
    const { sent } = fakeUploads((_, index) => (index === 0 ? 'no network' : 'never'));
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('quote.xlsx') }));
    await isKept(services);
    await vi.waitFor(() => expect(sent).toEqual(['file-1', 'file-1']));
    const [again, ...others] = selectOutbox(store.getState());
    expect(again).toMatchObject({ id: 'file-1', state: 'sending' });
    expect(again?.unstored).toBeUndefined();
    expect(others).toEqual([]);
  });

  it('are refused when the browser has lost them', async () => {
    const first = open(() => 'no network');
    fakeUploads(() => 'never');
    first.store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('quote.xlsx') }));
    await isKept(first.services);
    await first.services.keptFiles.removeAll('user-a');

    const { store } = open(stored, reloaded(first.services));
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-1', state: 'failed', error: FILE_LOST }]);
  });

  it('leave nothing stored that no message needs', async () => {
    const before = open(() => 'no network');
    await before.services.keptFiles.put('user-a', 'orphan', file('left.txt'));
    await before.services.keptFiles.put('user-b', 'other', file('of-another-account.txt'));
    const { services } = open(stored, reloaded(before.services));
    await vi.waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual([]));
    expect(await services.keptFiles.ids('user-b')).toEqual(['other']);
  });

  it('are retried under the same id, and refused ones stay with the reason', async () => {
    const { store } = open(stored);
    const { sent } = fakeUploads((id, index) => {
      if (index < 2) return 'no network';
      return id === 'file-1' ? taken(id) : { status: 413, body: { error: 'Too large' } };
    });
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('a.txt') }));
    store.dispatch(sendFileLater({ id: 'file-2', groupId: 'group-1', file: file('b.txt') }));
    await store.dispatch(flushOutbox());
    expect(sent).toEqual(['file-1', 'file-1', 'file-1', 'file-2']);
    expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-2', state: 'failed', error: 'Too large' }]);
  });

  it('are sent again under the same id when they stop moving (UX-04)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { store } = open(stored);
    const { sent } = fakeUploads((id, index) => (index === 0 ? 'never' : taken(id)));
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('a.txt') }));
    const done = store.dispatch(flushOutbox());
    await vi.waitFor(() => expect(sent).toEqual(['file-1']));
    await vi.advanceTimersByTimeAsync(30_000);
    await done;
    expect(sent).toEqual(['file-1', 'file-1']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('can be removed during sending, and do not come back (MEDIA-02)', async () => {
    const { store } = open(stored);
    const { aborted } = fakeUploads(() => 'never');
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('a.txt') }));
    const done = store.dispatch(flushOutbox());
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ file: { progress: 0.5 } }]));
    store.dispatch(discard('file-1'));
    await done;
    expect(aborted).toEqual(['file-1']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('end with the session', async () => {
    const { store, services } = open(stored);
    const { aborted } = fakeUploads(() => 'never');
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file: file('a.txt') }));
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ state: 'sending' }]));
    store.dispatch(sessionEnded({ reason: 'logout' }));
    await vi.waitFor(() => expect(aborted).toEqual(['file-1']));
    expect(services.waitingFiles.get('file-1')).toBeUndefined();
    expect(selectOutbox(store.getState())).toEqual([]);
  });
});
