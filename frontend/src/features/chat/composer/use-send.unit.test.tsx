import { cleanup } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { selectOutbox } from '../../../data/message/outbox/outbox-slice.ts';
import { fakeServices, json, message, signInAs } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { createAttachments } from './attachments.ts';
import { useSend } from './use-send.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('the outbox sends a file later when the server asks for slower sending (SAFE-18)', async () => {
  const sent: string[] = [];
  class FakeXhr {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    open() {}
    setRequestHeader() {}
    abort() {}
    getResponseHeader(name: string) {
      return name.toLowerCase() === 'retry-after' ? '3' : null;
    }
    send(form: FormData) {
      const id = String(form.get('id'));
      this.status = sent.length === 0 ? 429 : 201;
      const body = this.status === 429 ? { error: 'Too quick' } : { message: message(id, '1', { type: 'file' }) };
      this.responseText = JSON.stringify(body);
      sent.push(id);
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
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
