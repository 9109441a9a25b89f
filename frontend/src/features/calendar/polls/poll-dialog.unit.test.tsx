import { optionIdOf, type Votes } from '@quorum/contracts/poll/votes.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { group, json, person, signedInServices } from '../../../testing/fakes.ts';
import { pollOption, pollView } from '../../../testing/polls.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { PollDialog } from './poll-dialog.tsx';

const width = { isWide: true };

beforeEach(() => {
  width.isWide = true;
  vi.stubGlobal('matchMedia', () => ({
    matches: width.isWide,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const [fri, sat] = ['2026-05-22T21:30:00.000Z', '2026-05-23T20:00:00.000Z'] as const;
const [friId, satId] = [optionIdOf(fri), optionIdOf(sat)];
const option = pollOption;
const poll = (more: Partial<PollView> = {}): PollView =>
  pollView({ options: [option(fri, 1), option(sat, 2)], answered: 2, mine: { [satId]: 'yes' }, ...more });
const event = calendarEvent('e1', { name: 'Setup' });

/** The board of a poll, with Aiko who can on Saturday and Noor who has not voted. */
const show = async (
  shown: PollView = poll(),
  { memberCount = 3, role = 'member' as const, events = [event].slice(1), fails = false } = {},
) => {
  let current = shown;
  let isFailing = fails;
  const onEvent = vi.fn();
  const fake = signedInServices(({ url, method, body }) => {
    if (url.startsWith('/api/events/check-conflicts')) return json({ hasConflicts: false, conflicts: [] });
    if (url.startsWith('/api/events')) return json({ events });
    if (url.endsWith('/decide')) return json({ poll: { ...current, state: 'decided', revision: '9' }, event });
    if (url.endsWith('/cancel')) return json({ poll: { ...current, state: 'cancelled', revision: '9' } });
    if (method === 'PUT') {
      const { votes } = body as { votes: Votes };
      current = { ...current, mine: { ...current.mine, ...votes }, revision: `${current.revision}1` };
      return json({ poll: current });
    }
    const [aiko, noor] = [person('aiko', 'Aiko'), person('noor', 'Noor')];
    if (url.includes('/votes') && isFailing) return json({}, 500);
    if (url.includes('/votes'))
      return json({
        votes: [
          { user: aiko, votes: { [satId]: 'yes' } },
          { user: noor, votes: {} },
        ],
        next: null,
      });
    return url.includes('/api/polls/') ? json({ poll: current }) : json({});
  });
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <PollDialog group={group('group-1', { memberCount, role })} pollId="poll-1" onEvent={onEvent} onClose={vi.fn()} />
    </TimeZoneContext>,
    fake.services,
  );
  await screen.findByText('Pier 4');
  const sentTo = (path: string) =>
    fake.sent.filter(({ url, method }) => method !== 'GET' && url.endsWith(path)).map(({ body }) => body);
  const answers = () => {
    isFailing = false;
  };
  return { ...fake, onEvent, sentTo, answers };
};

const cell = (name: string) => screen.findByLabelText(name);

it('the board is a grid whose cells say the time, the person and the vote, one’s own row first (FIND-06, FIND-20)', async () => {
  await show();
  const grid = screen.getByRole('grid', { name: 'Times for Setup' });
  await cell('Sat, May 23, 4:00 PM. Aiko: yes.');
  const rows = within(grid).getAllByRole('row');
  const heads = rows.map((row) => within(row).queryByRole('rowheader')?.textContent);
  expect(heads).toEqual([undefined, '2 of 3 voted', 'AYou', 'AAiko Cole', 'NNoor Cole']);
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['FriMay 225:30 PM', 'SatMay 234:00 PM']);
  await cell('Fri, May 22, 5:30 PM. Noor: no vote.');
  expect(screen.getByText('Best so far').parentElement?.textContent).toBe('Best so far2 yes');
  expect(screen.getByText('Times are shown in Eastern Time')).toBeDefined();
});

it('arrows move in the board, and Y, I, N and Delete vote in one’s own row alone (FIND-20)', async () => {
  const { sentTo } = await show();
  const aikos = await cell('Sat, May 23, 4:00 PM. Aiko: yes.');
  const own = await cell('Fri, May 22, 5:30 PM. You: no vote.');
  act(() => own.focus());
  for (const [key, vote] of [
    ['y', 'yes'],
    ['I', 'ifneedbe'],
    ['n', 'no'],
    ['Delete', null],
  ] as const) {
    fireEvent.keyDown(own, { key });
    await vi.waitFor(() => expect(sentTo('/votes').at(-1)).toEqual({ votes: { [friId]: vote } }));
  }
  fireEvent.keyDown(own, { key: 'ArrowRight' });
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Sat, May 23, 4:00 PM. You:/);
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(aikos);
  expect(document.querySelectorAll('[data-cell][tabindex="0"]')).toHaveLength(1);
  const before = sentTo('/votes').length;
  fireEvent.keyDown(aikos, { key: 'n' });
  expect(sentTo('/votes')).toHaveLength(before);
});

it('a time is chosen in the board by keyboard: the focus is on the button of its column (FIND-20)', async () => {
  await show();
  const own = await cell('Fri, May 22, 5:30 PM. You: no vote.');
  act(() => own.focus());
  fireEvent.keyDown(own, { key: 'ArrowUp' });
  expect(document.activeElement?.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(document.activeElement as Element);
  expect(screen.getByText('Fri, May 22, 5:30 PM · 1 of 3 can')).toBeDefined();
});

it('one’s own row says what one has at a time, but for what one cannot come to (FIND-06)', async () => {
  const at = { date: '2026-05-22', at: '17:00' };
  const mine = { answer: 'cant', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' } as const;
  const events = [calendarEvent('e2', { ...at, name: 'Brunch' })];
  await show(poll(), { events });
  await cell('Fri, May 22, 5:30 PM. You: no vote. You have Brunch.');
  expect(screen.getAllByText('You have Brunch')).toHaveLength(1);
  cleanup();
  await show(poll(), { events: [calendarEvent('e2', { ...at, name: 'Brunch', mine })] });
  await cell('Fri, May 22, 5:30 PM. You: no vote.');
});

it('the best time is preselected, and makes an event after the check for conflicts (FIND-10, FIND-13)', async () => {
  const { sentTo, onEvent } = await show();
  expect(screen.getByText('Sat, May 23, 4:00 PM · 2 of 3 can')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Make it an event' }));
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalledWith(event));
  expect(sentTo('/decide')).toEqual([{ optionId: satId }]);
});

it('no tied time is preselected, and one has to be picked (FIND-10)', async () => {
  const { sentTo } = await show(poll({ options: [option(fri, 1, 1), option(sat, 1, 1)] }));
  const make = screen.getByRole('button', { name: 'Make it an event' });
  expect(screen.getAllByText('Two times are tied. Pick one.').length).toBeGreaterThan(0);
  expect(make.hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: /Fri, May 22/ }));
  fireEvent.click(make);
  await vi.waitFor(() => expect(sentTo('/decide')).toEqual([{ optionId: friId }]));
});

it('members other than the creator, the owner and admins are offered neither a decision nor a cancellation (FIND-12, FIND-13)', async () => {
  await show(poll({ createdBy: 'user-b' }));
  expect(screen.queryByRole('button', { name: 'Make it an event' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel poll' })).toBeNull();
});

it('a poll is cancelled after a question (FIND-12)', async () => {
  const { sentTo } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel poll' }));
  expect(sentTo('/cancel')).toEqual([]);
  const question = await screen.findByRole('alertdialog', { name: 'Cancel poll' });
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel poll' }));
  await screen.findByText('This poll was cancelled');
});

it('a poll that is over or whose time has passed takes no votes (FIND-11)', async () => {
  await show(poll({ state: 'closed' }));
  expect(screen.getByText('Voting has ended')).toBeDefined();
  expect(screen.queryByRole('radiogroup')).toBeNull();
});

it('a group of one suggests inviting people (FIND-19)', async () => {
  await show(poll(), { memberCount: 1 });
  expect(screen.getByText('Invite people to find a time with them.')).toBeDefined();
});

it('a narrow window lists the times with the first people under each, and the number of the others (FIND-20)', async () => {
  width.isWide = false;
  const { sentTo } = await show();
  expect(screen.queryByRole('grid')).toBeNull();
  const saturday = screen.getAllByRole('listitem')[1] as HTMLElement;
  await within(saturday).findByText('Aiko Cole and 1 more');
  fireEvent.click(within(saturday).getByRole('radio', { name: 'No' }));
  await vi.waitFor(() => expect(sentTo('/votes')).toEqual([{ votes: { [satId]: 'no' } }]));
});

it('votes that do not load are missed in a narrow window, too, and are loaded again on request (FIND-19)', async () => {
  width.isWide = false;
  const { answers } = await show(poll(), { fails: true });
  await screen.findByText('The votes didn’t load.');
  answers();
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText('Aiko Cole and 1 more');
});

it('a poll that does not load offers to try again, and closes when it is gone (FIND-19)', async () => {
  let status = 500;
  const onClose = vi.fn();
  const { services } = signedInServices(() => json({ error: 'Poll not found' }, status));
  renderScreen(<PollDialog group={group('group-1')} pollId="poll-1" onEvent={vi.fn()} onClose={onClose} />, services);
  await screen.findByText('The poll didn’t load.');
  status = 404;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
});
