// @vitest-environment happy-dom
import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, json, person, signedInServices } from '../../../../testing/fakes.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../../chat-context.ts';
import { Mention } from './mention.tsx';

const [me, ben, cleo] = [person('me', 'Ada'), person('ben'), person('cleo', 'Cleo')];
const member = (userId: PersonView, role: 'admin' | 'member') => ({ userId, role, joinedAt: '' });
const members = [member(me, 'member'), member(ben, 'admin')];

/** Mentions of people in a chat whose group came with some of its members. */
const show = (mentions: readonly PersonView[], memberCount = 2, found: readonly object[] = []) => {
  const { services } = signedInServices(() => json({ members: found, total: memberCount, next: null }));
  const searchFrom = vi.fn();
  const chat = { group: group('g1', { members, memberCount }), userId: 'me', searchFrom } as unknown as Chat;
  renderScreen(
    <ChatContext value={chat}>
      {mentions.map(({ _id }) => (
        <Mention key={_id} mentioned={_id} mentions={mentions} />
      ))}
    </ChatContext>,
    services,
  );
  return { searchFrom };
};

it('pressing a mention shows name and role, and searches what that person wrote (MENTION-07)', () => {
  const { searchFrom } = show([me, ben]);
  fireEvent.click(screen.getByRole('button', { name: '@Ben Cole' }));
  const who = screen.getByRole('dialog', { name: 'Ben Cole' });
  expect(who.textContent).toContain('Admin');
  fireEvent.click(screen.getByRole('button', { name: 'Messages from Ben' }));
  expect(searchFrom).toHaveBeenCalledWith(ben);
});

it('a mention of the reader stands out, and one of somebody who left is plain and says so (MENTION-05, MENTION-07)', () => {
  show([me, ben, cleo]);
  const classOf = (name: string) => screen.getByRole('button', { name }).className;
  expect([classOf('@Ada Cole'), classOf('@Ben Cole')]).toEqual(['mention is-me', 'mention']);
  expect(classOf('@Cleo Cole')).toBe('mention is-gone');
  fireEvent.click(screen.getByRole('button', { name: '@Cleo Cole' }));
  expect(screen.getByRole('dialog').textContent).toContain('No longer in this group');
});

it('the role of a member who did not come with a large group is requested when the mention is pressed (MENTION-07)', async () => {
  show([cleo], 10_000, [member(cleo, 'admin')]);
  fireEvent.click(screen.getByRole('button', { name: '@Cleo Cole' }));
  expect(await screen.findByText('Admin')).toBeTruthy();
});

it('a mention of an erased person has no name and leads nowhere (MENTION-05)', () => {
  show([{ ...ben, firstName: '', lastName: '' }]);
  expect(screen.getByText('@Unknown User')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
