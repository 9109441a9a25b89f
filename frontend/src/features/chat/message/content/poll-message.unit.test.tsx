import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, json, signedInServices } from '../../../../testing/fakes.ts';
import { pollOption, pollView } from '../../../../testing/polls.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import { type Chat, ChatContext } from '../../chat-context.ts';
import { PollCard } from './poll-message.tsx';

const sat = pollOption('2026-05-23T20:00:00.000Z', 2, 1);

const show = (poll: PollView) => {
  const [openPoll, openEvent] = [vi.fn(), vi.fn()];
  const { services } = signedInServices(() => json({ poll }));
  const chat = { group: group('group-1', { memberCount: 8 }), timeZone: 'America/New_York', openPoll, openEvent };
  renderScreen(
    <ChatContext value={chat as unknown as Chat}>
      <PollCard pollId="poll-1" />
    </ChatContext>,
    services,
  );
  return { openPoll, openEvent };
};

it('the card of a poll counts its votes, and leads to the board (FIND-17)', async () => {
  const { openPoll } = show(pollView({ answered: 3, options: [pollOption('2026-05-22T21:30:00.000Z', 1), sat] }));
  await screen.findByText('2 times · 3 of 8 answered · No deadline');
  screen.getByText('Best so far: Sat, May 23, 4:00 PM · 2 yes · 1 if need be');
  fireEvent.click(screen.getByRole('button', { name: 'Vote' }));
  expect(openPoll).toHaveBeenCalledWith('poll-1');
});

it('the card of a decided poll is one line that leads to the event', async () => {
  const { openEvent } = show(pollView({ state: 'decided', options: [sat], optionId: sat.id, eventId: 'e1' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Sat, May 23, 4:00 PM' }));
  expect(openEvent).toHaveBeenCalledWith('e1', sat.startsAt);
  expect(screen.queryByText(/answered/)).toBeNull();
});

it.each([
  ['cancelled', 'This poll was cancelled'],
  ['expired', 'No time was chosen'],
  ['closed', 'Voting has ended'],
] as const)('the card of a %s poll says so (FIND-11)', async (state, text) => {
  show(pollView({ state }));
  await screen.findByText(new RegExp(text));
  screen.getByRole('button', { name: 'Show votes' });
});
