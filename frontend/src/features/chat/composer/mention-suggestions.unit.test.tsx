// @vitest-environment happy-dom
import type { MemberView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { messageApi } from '../../../data/message/message-api.ts';
import { type Outgoing, selectOutgoing } from '../../../data/message/outbox/outbox-slice.ts';
import { stillOutgoing } from '../../../data/message/use-chat.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { ada, group, json, message, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
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
const memberNamed = (id: string, firstName: string, lastName: string): MemberView => ({
  userId: { ...ada, _id: id, id, firstName, lastName },
  role: 'member',
  joinedAt: '',
});
const members = [memberNamed(ids[0], 'Priya', 'Raman'), memberNamed(ids[1], 'Maya', 'Okafor')];

/** What the server says when it is asked for members. */
const nobodyElse = (): Reply => json({ members, total: members.length, next: null });
let foundMembers: (url: string) => Reply = nobodyElse;
afterEach(() => {
  foundMembers = nobodyElse;
});

const openIn = (memberCount: number, messages: readonly MessageView[] = [], refusal?: string) => {
  const fake = signedInServices(({ url }) => {
    if (url.startsWith('/api/groups/group-1/members')) return foundMembers(url);
    if (url.startsWith('/api/messages/group/')) return json({ messages, notices: [], hasMore: false });
    return refusal === undefined ? json({ message: message('x', '1') }, 201) : json({ error: refusal }, 403);
  });
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

const zoe = memberNamed('00000000-0000-4000-8000-00000000000c', 'Zoe', 'Lind');
const max = memberNamed('00000000-0000-4000-8000-00000000000d', 'Max', 'Reed');

const questions = (sent: readonly Sent[]): readonly string[] =>
  sent.flatMap(({ url }) => (url.startsWith('/api/groups/group-1/members') ? url : []));

it('the picker of a group of 200 loads the members once, and then finds each of them itself (MENTION-11)', async () => {
  foundMembers = () => json({ members: [...members, zoe, max], total: 200, next: null });
  const { type, offered, sent } = openIn(200);
  type('@zo');
  await waitFor(() => expect(offered()).toEqual(['Zoe Lind']));
  type('@max');
  await waitFor(() => expect(offered()).toEqual(['Max Reed']));
  expect(questions(sent)).toEqual(['/api/groups/group-1/members?limit=200']);
});

it('the picker of a larger group asks for a name once typing has paused for 150 ms, and offline offers whom it knows (MENTION-11)', async () => {
  vi.useFakeTimers();
  try {
    foundMembers = (url) => (url.includes('zoe') ? json({ members: [zoe], total: 201, next: null }) : 'no network');
    const { type, offered, sent } = openIn(201);
    const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    type('@z');
    await after(149);
    type('@zoe');
    await after(149);
    expect(questions(sent)).toEqual([]);
    await after(1);
    expect(questions(sent)).toEqual(['/api/groups/group-1/members?search=zoe&limit=8']);
    await after(100);
    expect(offered()).toEqual(['Zoe Lind']);
    type('@pri');
    await after(150);
    expect([questions(sent).length > 1, offered()]).toEqual([true, ['Priya Raman']]);
  } finally {
    vi.useRealTimers();
  }
});
