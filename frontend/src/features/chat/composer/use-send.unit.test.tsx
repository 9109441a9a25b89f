import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { selectOutbox } from '../../../data/message/outbox/outbox-slice.ts';
import { fakeUploads } from '../../../testing/fake-uploads.ts';
import { fakeServices, json, message, signInAs } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { createAttachments } from './attachments.ts';
import { useSend } from './use-send.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the outbox sends a file later when the server asks for slower sending (SAFE-18)', async () => {
  const { sent } = fakeUploads((id, index) =>
    index === 0
      ? { status: 429, body: { error: 'Too quick' }, retryAfter: 3 }
      : { status: 201, body: { message: message(id, '1', { type: 'file' }) } },
  );
  const { services } = fakeServices(() => json({}));
  signInAs(services);
  const attachments = createAttachments(services.newId);
  attachments.add([new File(['abc'], 'plan.pdf')]);
  const [{ id } = { id: '' }] = attachments.state().items;
  let sendAll: ((hasText: boolean) => Promise<void>) | undefined;
  function Host() {
    sendAll = useSend('group-1', attachments);
    return null;
  }
  const { store } = renderScreen(<Host />, services);
  await sendAll?.(false);
  expect(attachments.state().items).toEqual([]);
  await vi.waitFor(() => expect(sent).toEqual([id, id]));
  await vi.waitFor(() => expect(selectOutbox(store.getState())).toEqual([]));
});
