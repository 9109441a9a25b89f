import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServices, json, message, signInAs } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { EditBox } from './edit-box.tsx';

afterEach(cleanup);

it('the reason why an edit failed goes when the text is changed', async () => {
  const { services } = fakeServices(() => json({ error: 'Too late' }, 403));
  signInAs(services);
  const chat: Partial<Chat> = { edited: { current: null }, endEdit: vi.fn() };
  renderScreen(
    <ChatContext value={chat as Chat}>
      <EditBox message={message('a', '1')} />
    </ChatContext>,
    services,
  );
  const type = (value: string) => fireEvent.change(screen.getByLabelText('Edit message'), { target: { value } });
  type('Other words');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Too late')).toBeTruthy();
  type('Other words again');
  expect(screen.queryByText('Too late')).toBeNull();
});
