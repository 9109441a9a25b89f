// @vitest-environment happy-dom
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { messageApi } from '../../../data/message/message-api.ts';
import { type Outgoing, selectOutgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { stillOutgoing } from '../../../data/message/use-chat.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { ada, group, json, message, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../chat-context.ts';
import { Composer } from './composer.tsx';

const list = { messages: [], notices: [], hasMoreBefore: false, hasMoreAfter: false, newestOrder: '' };

function Shown() {
  const outgoing: readonly Outgoing[] = useAppSelector((state) => selectOutgoing(state, 'group-1'));
  const props = { takesFocus: true, onFiles: vi.fn(), onSent: vi.fn(), onUp: vi.fn(), ref: null };
  return <Composer groupId="group-1" groupName="Film Club" outgoing={stillOutgoing(outgoing, list, true)} {...props} />;
}

const ids = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'] as const;
const members = ids.map((id, at) => ({
  userId: { ...ada, _id: id, id, firstName: ['Priya', 'Maya'][at] ?? '', lastName: ['Raman', 'Okafor'][at] ?? '' },
  role: 'member' as const,
  joinedAt: '',
}));

const openIn = (memberCount: number, messages: readonly MessageView[] = [], refusal?: string) => {
  const fake = signedInServices(({ url }) =>
    url.startsWith('/api/messages/group/')
      ? json({ messages, notices: [], hasMore: false })
      : refusal === undefined
        ? json({ message: message('x', '1') }, 201)
        : json({ error: refusal }, 403),
  );
  const chat = {
    group: group('group-1', { members, memberCount, role: 'member' }),
    userId: ids[1],
  } as unknown as Chat;
  const { store } = renderScreen(
    <ChatContext value={chat}>
      <Shown />
    </ChatContext>,
    fake.services,
  );
  const field = screen.getByLabelText<HTMLTextAreaElement>('Message Film Club');
  const type = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    field.setSelectionRange(text.length, text.length);
    fireEvent.select(field);
  };
  // Beside each name is a picture with its first letter.
  const offered = () => screen.queryAllByRole('option').map((option) => option.querySelector('bdi')?.textContent);
  return { ...fake, store, field, type, offered };
};

it('mentioning somebody offers everyone first if allowed, and members by any word of the name (MENTION-01, MENTION-02)', () => {
  const { type, offered } = openIn(20);
  type('Hi @');
  expect(screen.getByRole('listbox', { name: 'Mention someone' })).toBeTruthy();
  expect(offered()).toEqual(['Everyone', 'Priya Raman', 'Maya Okafor']);
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Priya Raman');
  expect(screen.getByText('3 members')).toBeTruthy();
  type('Hi @oka');
  expect(offered()).toEqual(['Maya Okafor']);
  type('mail@oka');
  expect(offered()).toEqual([]);
  cleanup();
  const large = openIn(21);
  large.type('@');
  expect(large.offered()).toEqual(['Priya Raman', 'Maya Okafor']);
});

it('mentioning somebody offers the last writers of the chat first (MENTION-01)', async () => {
  const written = message('m1', '01', { senderId: { ...ada, _id: ids[1], id: ids[1] } });
  const { store, type, offered } = openIn(20, [written]);
  await act(() => store.dispatch(messageApi.endpoints.messages.initiate('group-1')));
  type('Hi @');
  expect(offered()).toEqual(['Everyone', 'Maya Okafor', 'Priya Raman']);
});

it('mentioning somebody says that nobody matches, and is over after two more letters (MENTION-01)', () => {
  const { type } = openIn(2);
  const shown = () => screen.queryAllByText('No members match').length > 0;
  type('Hi @mo');
  expect(shown()).toBe(true);
  type('Hi @mor');
  expect(shown()).toBe(true);
  type('Hi @morn');
  expect(shown()).toBe(false);
});

it('a refused text comes back with the people whom it mentions (MENTION-03, MENTION-06)', async () => {
  const { field, type, sent } = openIn(8, [], 'Only the owner and admins can mention everyone here');
  type('Hi @pri');
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText('Only the owner and admins can mention everyone here');
  expect(field.value).toBe('Hi @Priya Raman');
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent.map(({ body }) => body)).toHaveLength(2));
  expect(sent.at(-1)?.body).toMatchObject({ content: `Hi <@${ids[0]}>` });
});

it('Backspace behind a mentioned name deletes it as a whole, and not once it was changed (MENTION-03)', () => {
  const { field, type } = openIn(8);
  type('Hi @pri');
  fireEvent.keyDown(field, { key: 'Enter' });
  const selectedAt = (caret: number) => {
    field.setSelectionRange(caret, caret);
    fireEvent.keyDown(field, { key: 'Backspace' });
    return [field.selectionStart, field.selectionEnd];
  };
  expect(selectedAt('Hi @Priya Raman'.length)).toEqual([3, 15]);
  expect(selectedAt('Hi @Priya Rama'.length)).toEqual([14, 14]);
  type('Hi @Priya Ramans');
  expect(selectedAt('Hi @Priya Raman'.length)).toEqual([15, 15]);
});

it('Enter takes a mentioned name instead of sending, Escape keeps the text, and the mark is sent (MENTION-01, MENTION-04)', async () => {
  const { field, type, offered, sent } = openIn(8);
  type('Hi @pri');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(field.value).toBe('Hi @Priya Raman ');
  type('Hi @Priya Raman @may');
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(offered()).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ content: `Hi <@${ids[0]}> @may` }));
});
