// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { messageApi } from '../../../data/message/message-api.ts';
import { fakeServices, heldReply, json, message, signInAs } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useJumps } from './use-jumps.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A list at its end, and a quoted message that is not loaded. */
const atEnd = async () => {
  const held = heldReply();
  const { services } = fakeServices(({ url }) => {
    if (url.includes('before=')) return held.reply();
    if (url.includes('after=')) return json({ messages: [message('far', '2')], hasMore: true });
    return json({ messages: [message('last', '9')], hasMore: true });
  });
  signInAs(services);
  const handle = { show: vi.fn(() => false), toEnd: vi.fn(), leaveEnd: vi.fn(), focusLast: vi.fn() };
  let jumps: ReturnType<typeof useJumps> | undefined;
  function Host() {
    jumps = useJumps('group-1', { current: handle }, false);
    return null;
  }
  const { store } = renderScreen(<Host />, services);
  await store.dispatch(messageApi.endpoints.messages.initiate('group-1'));
  const jump = jumps?.toMessage('far');
  await held.asked;
  return { held, handle, jump };
};

it('leaves the end when a quoted message has been loaded, so that new ones are followed until then (UX-05)', async () => {
  const { held, handle, jump } = await atEnd();
  expect(handle.leaveEnd).not.toHaveBeenCalled();
  held.release(json({ messages: [message('before', '1')], hasMore: true }));
  await jump;
  expect(handle.leaveEnd).toHaveBeenCalledOnce();
  await waitFor(() => expect(handle.show).toHaveBeenCalledTimes(2));
});

it('stays at the end when a quoted message cannot be loaded (UX-05)', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { held, handle, jump } = await atEnd();
  held.release(json({ error: 'Message not found' }, 404));
  await jump;
  expect(handle.leaveEnd).not.toHaveBeenCalled();
});
