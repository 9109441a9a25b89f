// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useReducer } from 'react';
import { afterEach, expect, it } from 'vitest';
import { chatLeft } from '../../../data/message/reading-slice.ts';
import { useChat } from '../../../data/message/use-chat.ts';
import { fakeServices, heldReply, json, message, signInAs } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useLeftPlace } from './use-left-place.ts';

afterEach(cleanup);

const [old, older, newest] = [message('m2', '2'), message('m1', '1'), message('m9', '9')];

function Returned() {
  const chat = useChat('group-1');
  const isAwaited = useLeftPlace('group-1', chat);
  return <p>{isAwaited ? 'awaited' : chat.messages.map(({ _id }) => _id).join()}</p>;
}

/** Left earlier, so it is opened only on demand. */
function Chat() {
  const [isOpen, open] = useReducer(() => true, false);
  return isOpen ? (
    <Returned />
  ) : (
    <button type="button" onClick={open}>
      Open
    </button>
  );
}

it('awaits the messages around the place that was left, when only the newest are loaded (UX-05)', async () => {
  const held = heldReply();
  const { services } = fakeServices(({ url }) => {
    if (url.includes('before=')) return held.reply();
    const isAround = url.includes('after=');
    return json({ messages: isAround ? [old] : [newest], hasMore: true });
  });
  signInAs(services);
  const { store } = renderScreen(<Chat />, services);
  store.dispatch(chatLeft({ groupId: 'group-1', place: { messageId: 'm2', offset: 0 } }));
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByText('awaited')).toBeTruthy();
  held.release(json({ messages: [older], hasMore: false }));
  expect(await screen.findByText('m1,m2')).toBeTruthy();
});
