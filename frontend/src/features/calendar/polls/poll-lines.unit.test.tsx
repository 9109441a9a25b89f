import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { group, json, signedInServices } from '../../../testing/fakes.ts';
import { pollOption, pollView } from '../../../testing/polls.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { PollLines } from './poll-lines.tsx';

const [one, two] = [pollOption('2030-05-22T21:30:00.000Z'), pollOption('2030-05-23T20:00:00.000Z')];

const show = (...polls: readonly PollView[]) => {
  const onOpen = vi.fn();
  const { services } = signedInServices(({ url }) => {
    const poll = polls.find(({ _id }) => url.endsWith(`/${_id}`));
    return poll === undefined ? json({ error: 'Something went wrong' }, 500) : json({ poll });
  });
  const ids = polls.map(({ _id }) => _id);
  renderScreen(<PollLines group={group('group-1', { memberCount: 8 })} pollIds={ids} onOpen={onOpen} />, services);
  return onOpen;
};

it('a line for each undecided poll says how many have answered, and leads to its board (FIND-17)', async () => {
  const onOpen = show(pollView({ answered: 5, options: [one, two] }));
  expect((await screen.findByRole('listitem')).textContent).toBe('');
  fireEvent.click(await screen.findByRole('button', { name: 'Vote: Setup' }));
  expect(screen.getByRole('listitem').textContent).toBe('Finding a time: Setup· 5 of 8 answeredVote');
  expect(onOpen).toHaveBeenCalledWith('poll-1');
});

it('the line of a poll asks who has voted for the times that they left open or that were added (FIND-12)', async () => {
  show(pollView({ options: [one, two], mine: { [one.id]: 'yes' } }));
  await screen.findByRole('button', { name: 'Vote on the rest: Setup' });
});

it('two of many polls are shown before the others are asked for', async () => {
  show(...['a', 'b', 'c', 'd'].map((id) => pollView({ _id: id, name: `Poll ${id}` })));
  await screen.findByRole('button', { name: 'Vote: Poll b' });
  expect(screen.queryByRole('button', { name: 'Vote: Poll c' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '2 more' }));
  await screen.findByRole('button', { name: 'Vote: Poll d' });
});
