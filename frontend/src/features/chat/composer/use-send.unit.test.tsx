import { act } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { saveDraft, selectDraft, storedDraft } from '../../../data/message/drafts.ts';
import { selectOutbox } from '../../../data/message/outbox/outbox-slice.ts';
import { stored } from '../../../data/message/outbox/testing/open-outbox.ts';
import { createAttachments } from '../../../data/services/attachments.ts';
import { checkPostponed, sessionEnded, signedIn } from '../../../data/session/session-slice.ts';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { ada, message, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useSend } from './use-send.ts';

afterEach(() => vi.unstubAllGlobals());

/** Somebody signed in who has chosen a file in a group. */
const open = () => {
  const { services, sent } = signedInServices(stored);
  const attachments = createAttachments(services.newId);
  attachments.add([new File(['abc'], 'plan.pdf')]);
  const [{ id } = { id: '' }] = attachments.state().items;
  let send: ((hasText: boolean) => Promise<void>) | undefined;
  function Host() {
    send = useSend('group-1', attachments);
    return null;
  }
  const { store } = renderScreen(<Host />, services);
  return { store, services, texts: sent, id, attachments, sendAll: async (hasText: boolean) => send?.(hasText) };
};

it('the outbox sends a file later when the server asks for slower sending (SAFE-18)', async () => {
  const { sent } = fakeUploads((id, index) =>
    index === 0
      ? { status: 429, body: { error: 'Too quick' }, retryAfter: 3 }
      : { status: 201, body: { message: message(id, '1', { type: 'file' }) } },
  );
  const { store, id, attachments, sendAll } = open();
  await sendAll(false);
  expect(attachments.state().items).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual([id, id]));
  await vi.waitFor(() => expect(selectOutbox(store.getState())).toEqual([]));
});

it('a file that loses its connection after its owner left is not sent for the next person, and neither is their draft', async () => {
  const { sent } = fakeUploads(() => 'no network');
  const { store, services, id, attachments, sendAll } = open();
  const ben = { ...ada, _id: 'user-b', id: 'user-b' };
  const draft = { text: 'Not ready yet', replyTo: null };
  act(() => void store.dispatch(checkPostponed()));
  const sending = sendAll(true);
  act(() => {
    store.dispatch(sessionEnded({ reason: 'logout' }));
    store.dispatch(signedIn({ token: 'token-2', user: ben }));
    store.dispatch(saveDraft('group-1', draft));
  });
  await act(() => sending);
  expect(sent).toEqual([id]);
  expect(selectOutbox(store.getState())).toEqual([]);
  expect(storedDraft(services.storage, ben._id, 'group-1')).toEqual(draft);
  expect(attachments.state().items).toMatchObject([{ id, state: 'queued' }]);
});

it('a text stays when every file that it was to follow is cancelled, and follows those that are left', async () => {
  fakeUploads((id, index) => (index < 2 ? 'never' : { status: 201, body: { message: message(id, '1') } }));
  const { store, texts, id, attachments, sendAll } = open();
  const draft = { text: 'The plan', replyTo: null };
  act(() => void store.dispatch(saveDraft('group-1', draft)));
  let sending = sendAll(true);
  attachments.remove(id);
  await act(() => sending);
  expect(selectOutbox(store.getState())).toEqual([]);
  expect(selectDraft(store.getState(), 'group-1')).toEqual(draft);

  attachments.add([new File(['abc'], 'wrong.pdf'), new File(['abc'], 'right.pdf')]);
  sending = sendAll(true);
  attachments.remove(attachments.state().items[0]?.id ?? '');
  await act(() => sending);
  await vi.waitFor(() => expect(texts.map(({ body }) => body)).toMatchObject([{ content: 'The plan' }]));
  await vi.waitFor(() => expect(selectOutbox(store.getState())).toEqual([]));
});

it('a file that is too large for its kind is refused with its size (MEDIA-06)', async () => {
  fakeUploads(() => ({ status: 413, body: { error: 'The file exceeds 25MB limit for files' } }));
  const { id, attachments, sendAll } = open();
  attachments.remove(id);
  const file = new File(['abc'], 'no-film.mp4', { type: 'video/mp4' });
  attachments.add([Object.defineProperty(file, 'size', { value: 25 * 2 ** 20 + 100 })]);
  await sendAll(false);
  expect(attachments.state().items).toMatchObject([{ error: '25.1 MB exceeds 25MB limit for files' }]);
});
