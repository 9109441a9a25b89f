import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { group, heldReply, json, message, type Reply, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { type Question, QuestionDialog } from './question-dialog.tsx';

const asked = message('m1', '1', { content: 'bad words' });

/** The dialog of an admin, over a chat that goes on. */
const ask = async (kind: Question['kind'], answer: () => Reply = () => json({ success: true })) => {
  const { services } = signedInServices(answer);
  const onClose = vi.fn();
  let goOn: (chat: { message: MessageView; role: Role }) => void = () => undefined;
  function Over() {
    const [{ message: current, role }, setChat] = useState<{ message: MessageView; role: Role }>({
      message: asked,
      role: 'admin',
    });
    goOn = setChat;
    const [isOpen, setOpen] = useState(true);
    onClose.mockImplementation(() => setOpen(false));
    const chat = { group: group('group-1', { role }), userId: 'somebody', timeZone: 'UTC' } as Chat;
    return (
      <ChatContext value={chat}>
        {isOpen && <QuestionDialog question={{ kind, message: asked }} messages={[current]} onClose={onClose} />}
      </ChatContext>
    );
  }
  renderScreen(<Over />, services);
  await screen.findByText('Cancel');
  return {
    onClose,
    isDeleted: () => act(() => goOn({ message: { ...asked, isDeleted: true }, role: 'admin' })),
    isDemoted: () => act(() => goOn({ message: asked, role: 'member' })),
  };
};

it.each(['report', 'delete'] as const)(
  'a question to %s a message ends, and says why, when it is deleted',
  async (kind) => {
    const { onClose, isDeleted } = await ask(kind);
    expect(onClose).not.toHaveBeenCalled();
    isDeleted();
    expect(onClose).toHaveBeenCalledOnce();
    expect(screen.getByText('This message has been deleted')).toBeTruthy();
  },
);

it('a question to delete ends, and says why, when an admin becomes a member', async () => {
  const { onClose, isDemoted } = await ask('delete');
  isDemoted();
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByText('You do not have permission to perform this action')).toBeTruthy();
});

it("a question to delete ends silently when one's own deletion is pushed before its answer", async () => {
  const held = heldReply();
  const { onClose, isDeleted } = await ask('delete', held.reply);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  isDeleted();
  expect(onClose).not.toHaveBeenCalled();
  held.release(json({ success: true }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(screen.queryByText('This message has been deleted')).toBeNull();
});

it('a report asks before Escape or Cancel discards its description', async () => {
  const { onClose } = await ask('report');
  const description = screen.getByLabelText<HTMLTextAreaElement>(/^Description/);
  fireEvent.change(description, { target: { value: 'They do this every day' } });
  fireEvent.keyDown(description, { key: 'Escape' });
  const asking = screen.getByRole('alertdialog', { name: 'Discard this report?' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(asking).getByRole('button', { name: 'Keep Editing' }));
  expect(description.value).toBe('They do this every day');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('a report without a description closes at once', async () => {
  const { onClose } = await ask('report');
  fireEvent.click(screen.getByRole('radio', { name: 'Spam' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(onClose).toHaveBeenCalledOnce();
});
