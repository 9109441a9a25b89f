import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { message } from '../../../testing/fakes.ts';
import { FILE_UNREADABLE } from '../../api/upload.ts';
import type { Services } from '../../services/services.ts';
import { sessionEnded } from '../../session/session-slice.ts';
import { discard, flushOutbox, sendFileLater } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';
import { FILE_LOST } from './post-outgoing.ts';
import { bodyOf, openOutbox, send, sendFile, stored } from './testing/open-outbox.ts';

describe('files in the outbox', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const taken = (id: string) => ({ status: 201, body: { message: message(id, `order-${id}`, { type: 'file' }) } });

  it('are sent once, in their place among the texts, when the connection is back (UX-04)', async () => {
    let online = false;
    const order: string[] = [];
    const { store } = openOutbox((sent) => {
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
    sendFile(store, 'file-1', 'quote.xlsx');
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
    const first = openOutbox(() => 'no network');
    fakeUploads(() => 'never');
    sendFile(first.store, 'file-1', 'quote.xlsx');
    await isKept(first.services);

    const second = openOutbox(stored, reloaded(first.services));
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
      const { services, store } = openOutbox(() => 'no network');
      fakeUploads(() => 'never');
      sendFile(store, 'file-1', 'quote.xlsx');
      await isKept(services);
      store.dispatch(sessionEnded({ reason }));
      await vi.waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual(left));
    }
  });

  it('are not kept beyond the limit of an account, or if the browser stores nothing', async () => {
    const { services, store } = openOutbox(() => 'no network');
    fakeUploads(() => 'never');
    sendFile(store, 'film-1', 'a.mp4', 100 * 2 ** 20);
    await isKept(services);
    sendFile(store, 'film-2', 'b.mp4', 100 * 2 ** 20);
    sendFile(store, 'film-3', 'c.mp4', 100 * 2 ** 20);
    sendFile(store, 'text-4', 'd.txt');
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
    const { services, store } = openOutbox(() => 'no network');
    const { sent } = fakeUploads((_, index) => (index === 0 ? 'no network' : 'never'));
    sendFile(store, 'file-1', 'quote.xlsx');
    await isKept(services);
    await vi.waitFor(() => expect(sent).toEqual(['file-1', 'file-1']));
    const [again, ...others] = selectOutbox(store.getState());
    expect(again).toMatchObject({ id: 'file-1', state: 'sending' });
    expect(again?.unstored).toBeUndefined();
    expect(others).toEqual([]);
  });

  it('are refused when the browser has lost them', async () => {
    const first = openOutbox(() => 'no network');
    fakeUploads(() => 'never');
    sendFile(first.store, 'file-1', 'quote.xlsx');
    await isKept(first.services);
    await first.services.keptFiles.removeAll('user-a');

    const { store } = openOutbox(stored, reloaded(first.services));
    await store.dispatch(flushOutbox());
    expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-1', state: 'failed', error: FILE_LOST }]);
  });

  it('that can no longer be read are refused, and do not hold up the texts after them', async () => {
    const { store, posts } = openOutbox(stored);
    fakeUploads(() => 'no network');
    const file = new File(['abc'], 'deleted-meanwhile.txt');
    file.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file }));
    send(store, 'one');
    await vi.waitFor(() => expect(posts().map((post) => bodyOf(post).content)).toEqual(['one']));
    await vi.waitFor(() =>
      expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-1', state: 'failed', error: FILE_UNREADABLE }]),
    );
  });

  it('leave nothing stored that no message needs', async () => {
    const before = openOutbox(() => 'no network');
    await before.services.keptFiles.put('user-a', 'orphan', new File(['abc'], 'left.txt'));
    await before.services.keptFiles.put('user-b', 'other', new File(['abc'], 'of-another-account.txt'));
    const { services } = openOutbox(stored, reloaded(before.services));
    await vi.waitFor(async () => expect(await services.keptFiles.ids('user-a')).toEqual([]));
    expect(await services.keptFiles.ids('user-b')).toEqual(['other']);
  });

  it('are retried under the same id, and refused ones stay with the reason', async () => {
    const { store } = openOutbox(stored);
    const { sent } = fakeUploads((id, index) => {
      if (index < 2) return 'no network';
      return id === 'file-1' ? taken(id) : { status: 413, body: { error: 'Too large' } };
    });
    sendFile(store, 'file-1', 'a.txt');
    sendFile(store, 'file-2', 'b.txt');
    await store.dispatch(flushOutbox());
    expect(sent).toEqual(['file-1', 'file-1', 'file-1', 'file-2']);
    expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-2', state: 'failed', error: 'Too large' }]);
  });

  it('are sent again under the same id when they stop moving (UX-04)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const { store } = openOutbox(stored);
    const { sent } = fakeUploads((id, index) => (index === 0 ? 'never' : taken(id)));
    sendFile(store, 'file-1', 'a.txt');
    const done = store.dispatch(flushOutbox());
    await vi.waitFor(() => expect(sent).toEqual(['file-1']));
    await vi.advanceTimersByTimeAsync(30_000);
    await done;
    expect(sent).toEqual(['file-1', 'file-1']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('can be removed during sending, and do not come back (MEDIA-02)', async () => {
    const { store } = openOutbox(stored);
    const { aborted } = fakeUploads(() => 'never');
    sendFile(store, 'file-1', 'a.txt');
    const done = store.dispatch(flushOutbox());
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ file: { progress: 0.5 } }]));
    store.dispatch(discard('file-1'));
    await done;
    expect(aborted).toEqual(['file-1']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('end with the session', async () => {
    const { store, services } = openOutbox(stored);
    const { aborted } = fakeUploads(() => 'never');
    sendFile(store, 'file-1', 'a.txt');
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ state: 'sending' }]));
    store.dispatch(sessionEnded({ reason: 'logout' }));
    await vi.waitFor(() => expect(aborted).toEqual(['file-1']));
    expect(services.waitingFiles.get('file-1')).toBeUndefined();
    expect(selectOutbox(store.getState())).toEqual([]);
  });
});
