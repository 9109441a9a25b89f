import { limits } from '@quorum/contracts/kernel/limits.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, heldReply, json, message, type Reply, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { EditBox } from './edit-box.tsx';

const show = (answer: () => Reply) => {
  const { services, sent } = signedInServices(answer);
  const endEdit = vi.fn();
  const chat: Partial<Chat> = { group: group('group-1'), endEdit };
  renderScreen(
    <ChatContext value={chat as Chat}>
      <EditBox message={message('a', '1')} />
    </ChatContext>,
    services,
  );
  return { sent, endEdit };
};
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Edit message');
const type = (value: string) => fireEvent.change(box(), { target: { value } });

it('the reason why an edit failed disappears when the text is changed', async () => {
  show(() => json({ error: 'Too late' }, 403));
  type('Other words');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Too late')).toBeTruthy();
  type('Other words again');
  expect(screen.queryByText('Too late')).toBeNull();
});

it('a changed text makes the browser ask before it leaves the page', () => {
  show(() => json({}));
  const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
  const before = box().value;
  expect(leave()).toBe(true);
  type('Other words');
  expect(leave()).toBe(false);
  type(`${before} `);
  expect(leave()).toBe(true);
});

it('an edit stays open on Escape while it saves, because the text would be lost if that failed', async () => {
  const held = heldReply();
  const { endEdit } = show(held.reply);
  type('Other words');
  fireEvent.keyDown(box(), { key: 'Enter' });
  await held.asked;
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(endEdit).not.toHaveBeenCalled();
  held.release(json({ error: 'Too late' }, 403));
  await screen.findByText('Too late');
  fireEvent.keyDown(box(), { key: 'Escape' });
  expect(endEdit).toHaveBeenCalledOnce();
});

it('an edit accepts no text while it saves, because the text would be lost with the box', async () => {
  const held = heldReply();
  show(held.reply);
  type('Other words');
  fireEvent.keyDown(box(), { key: 'Enter' });
  await held.asked;
  expect([box().value, box().readOnly]).toEqual(['Other words', true]);
  held.release(json({ error: 'Too late' }, 403));
  await screen.findByText('Too late');
  expect(box().readOnly).toBe(false);
});

it('an edit counts the characters that are sent, without the spaces around them (LIMIT-28)', async () => {
  const { sent } = show(() => json({ error: 'Too late' }, 403));
  const longest = 'a'.repeat(limits.message);
  type(`${longest}b`);
  expect(screen.getByText(`Please use at most ${limits.message} characters`)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  type(` ${longest}\n`);
  fireEvent.keyDown(box(), { key: 'Enter' });
  await screen.findByText('Too late');
  expect(sent).toMatchObject([{ body: { content: longest } }]);
});
