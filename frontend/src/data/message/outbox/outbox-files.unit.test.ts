import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { message } from '../../../testing/fakes.ts';
import { FILE_UNREADABLE } from '../../api/upload.ts';
import { sessionEnded } from '../../session/session-slice.ts';
import { discard, flushOutbox, sendFileLater } from './outbox.ts';
import { selectOutbox, storedOutbox } from './outbox-slice.ts';
import { bodyOf, openOutbox, send, sendFile, stored } from './testing/open-outbox.ts';

describe('files in the outbox', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const taken = (id: string) => ({ status: 201, body: { message: message(id, `order-${id}`, { type: 'file' }) } });

  it('files in the outbox are sent once, in their place among the texts, when the connection is back (UX-04)', async () => {
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

  it('files in the outbox are not stored by the browser', () => {
    const { services, store } = openOutbox(() => 'no network');
    fakeUploads(() => 'never');
    sendFile(store, 'file-1', 'quote.xlsx');
    send(store, 'hello');
    expect(storedOutbox(services.storage, 'user-a').map(({ content }) => content)).toEqual(['hello']);
  });

  it('files in the outbox that can no longer be read are refused, and do not hold up the texts after them', async () => {
    const { store, posts } = openOutbox(stored);
    fakeUploads(() => 'no network');
    const unreadable = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
    const file = new File(['abc'], 'deleted-meanwhile.txt');
    Object.defineProperty(file, 'slice', { value: () => unreadable });
    store.dispatch(sendFileLater({ id: 'file-1', groupId: 'group-1', file }));
    send(store, 'one');
    await vi.waitFor(() => expect(posts().map((post) => bodyOf(post).content)).toEqual(['one']));
    await vi.waitFor(() =>
      expect(selectOutbox(store.getState())).toMatchObject([{ id: 'file-1', state: 'failed', error: FILE_UNREADABLE }]),
    );
  });

  it('files in the outbox are retried under the same id, and refused ones stay with the reason', async () => {
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

  it('files in the outbox are sent again under the same id when they stop moving (UX-04)', async () => {
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

  it('files in the outbox can be removed during sending, and do not come back (MEDIA-02)', async () => {
    const { store } = openOutbox(stored);
    const { aborted } = fakeUploads(() => 'never');
    sendFile(store, 'file-1', 'a.txt');
    const done = store.dispatch(flushOutbox());
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ progress: 0.5 }]));
    store.dispatch(discard('file-1'));
    await done;
    expect(aborted).toEqual(['file-1']);
    expect(selectOutbox(store.getState())).toEqual([]);
  });

  it('files in the outbox end with the session', async () => {
    const { store } = openOutbox(stored);
    const { aborted } = fakeUploads(() => 'never');
    sendFile(store, 'file-1', 'a.txt');
    await vi.waitFor(() => expect(selectOutbox(store.getState())).toMatchObject([{ state: 'sending' }]));
    store.dispatch(sessionEnded({ reason: 'logout' }));
    await vi.waitFor(() => expect(aborted).toEqual(['file-1']));
    expect(selectOutbox(store.getState())).toEqual([]);
  });
});
