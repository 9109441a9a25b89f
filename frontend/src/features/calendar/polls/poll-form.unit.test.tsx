import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { group, json, signedInServices } from '../../../testing/fakes.ts';
import { pollOption, pollView } from '../../../testing/polls.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { PollForm } from './poll-form.tsx';

const [fri, sat] = ['2026-05-22T21:30:00.000Z', '2026-05-23T20:00:00.000Z'] as const;
const poll = pollView({
  timeZone: 'America/Los_Angeles',
  location: '',
  closesAt: '2026-05-20T22:00:30.000Z',
  options: [pollOption(fri, 3), pollOption(sat)],
  answered: 3,
});

const show = (changed?: PollView) => {
  const onOpened = vi.fn();
  const { services, sent } = signedInServices(({ method }) =>
    method === 'GET' ? json({ events: [] }) : json({ poll: { ...poll, _id: 'poll-9' } }),
  );
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <PollForm group={group('group-1')} {...(changed && { poll: changed })} onOpened={onOpened} onClose={vi.fn()} />
    </TimeZoneContext>,
    services,
  );
  return { onOpened, sentBodies: () => sent.filter(({ method }) => method !== 'GET').map(({ body }) => body) };
};

const chips = () =>
  within(screen.getByRole('list'))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const typeName = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: /^Event name/ }), { target: { value: text } });

it('times are picked one after another, also from the name, and each is a chip that can be taken off (FIND-02, FIND-03)', async () => {
  const { onOpened, sentBodies } = show();
  typeName('Dinner Fri 7pm for 2 hours at Pier 4');
  press('Add Fri, May 15, 7:00 PM');
  fireEvent.click(screen.getByRole('option', { name: '8:15 PM' }));
  fireEvent.click(screen.getByRole('option', { name: '9:00 PM' }));
  expect(chips()).toEqual(['Fri, May 15, 7:00 PM', 'Fri, May 15, 8:15 PM', 'Fri, May 15, 9:00 PM']);
  press('Remove Fri, May 15, 9:00 PM');
  fireEvent.click(screen.getByRole('radio', { name: 'No deadline' }));
  press('Ask the group');
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledWith('poll-9'));
  expect(sentBodies()).toEqual([
    {
      groupId: 'group-1',
      name: 'Dinner',
      description: '',
      location: 'Pier 4',
      duration: 120,
      timeZone: 'America/New_York',
      closesAt: null,
      options: [
        { date: '2026-05-15', time: '19:00' },
        { date: '2026-05-15', time: '20:15' },
      ],
    },
  ]);
});

it('an incomplete poll says in words what is missing, and sends nothing', async () => {
  const { sentBodies } = show();
  press('Ask the group');
  await screen.findByText('Event name is required');
  typeName('Dinner');
  press('Ask the group');
  await screen.findByText('Please propose at least two times');
  expect(sentBodies()).toEqual([]);
});

it('a time with votes is taken off after a question, and what stays keeps its id and its deadline (FIND-12)', async () => {
  const { sentBodies } = show(poll);
  press('Remove Fri, May 22, 5:30 PM');
  await screen.findByText('3 people voted for this time. Remove it?');
  fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  await vi.waitFor(() => expect(chips()).toEqual(['Sat, May 23, 4:00 PM']));
  typeName('Setup Sun May 24 6pm');
  press('Add Sun, May 24, 6:00 PM');
  press('Save Changes');
  await vi.waitFor(() => expect(sentBodies()).toHaveLength(1));
  // New times are meant in the zone of the poll.
  expect(sentBodies()).toEqual([
    {
      name: 'Setup',
      description: '',
      location: '',
      options: [{ id: optionIdOf(sat) }, { date: '2026-05-24', time: '15:00' }],
    },
  ]);
});

it('a member who loses the right to create events keeps what was entered, and cannot ask the group', () => {
  const settings = { allowMembersCreateEvents: false, allowMembersInvite: false, allowMembersEditGroupDetails: false };
  const { services } = signedInServices(() => json({ events: [] }));
  renderScreen(<PollForm group={group('group-1', { settings })} onClose={vi.fn()} />, services);
  screen.getByText(/^You can no longer create events in Group group-1/);
  expect(screen.getByRole('button', { name: 'Ask the group' }).hasAttribute('disabled')).toBe(true);
});
