import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { group, json, type Reply, type Sent, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { CalendarFeeds } from './calendar-feeds.tsx';

const made = {
  id: 'hash',
  groupId: 'my-q',
  createdAt: '2026-05-02T10:00:00.000Z',
  fetchedAt: '2026-05-14T10:00:00.000Z',
};
const url = 'https://quorum.example/api/calendar/token/quorum.ics';

const open = (answer: (sent: Sent) => Reply | undefined) => {
  const fake = signedInServices((sent) => {
    const answered = answer(sent);
    if (answered !== undefined) return answered;
    if (sent.url.includes('my-groups')) return json({ groups: [group('group-1', { name: 'Rowing' })] });
    return json({ preferences: {} });
  });
  renderScreen(<CalendarFeeds />, fake.services, '/account');
  return fake;
};

/** A server that keeps the links that it makes. */
const withFeeds = (...first: (typeof made)[]) => {
  let feeds: readonly object[] = first;
  return open(({ url: path, method, body }) => {
    if (!path.startsWith('/api/calendar-feeds')) return undefined;
    if (method === 'GET') return json({ feeds });
    const { groupId } = (body ?? {}) as { groupId?: string };
    const feed = { id: `new-${feeds.length}`, groupId, createdAt: made.createdAt, fetchedAt: null };
    feeds = method === 'DELETE' ? [] : [...feeds.filter((each) => (each as typeof made).groupId !== groupId), feed];
    return json(method === 'DELETE' ? { success: true } : { feed, url });
  });
};

const row = (name: string) => screen.findByRole('listitem', { name });
const press = (within_: HTMLElement, name: string | RegExp) =>
  act(async () => void fireEvent.click(within(within_).getByRole('button', { name })));

it('calendar feeds list My Schedule and each group, and say when a link was made and fetched (ICS-01)', async () => {
  withFeeds(made);
  expect((await row('My Schedule')).textContent).toContain('Link made May 2, 2026 · last fetched today');
  expect((await row('Rowing')).textContent).toContain('No link');
  expect(
    screen.getByText('Google Calendar looks for changes about once a day, Apple Calendar about every hour.'),
  ).toBeDefined();
});

it('a calendar link is shown when it is made, with a warning and a way to open it (ICS-02)', async () => {
  withFeeds();
  await press(await row('Rowing'), 'Create link');
  const rowing = await row('Rowing');
  expect(within(rowing).getByText(url)).toBeDefined();
  expect(rowing.textContent).toContain('Anyone with this link can see these events. Make a new link if it gets out.');
  expect(within(rowing).getByRole('link', { name: 'Open in your calendar app' }).getAttribute('href')).toBe(
    'webcal://quorum.example/api/calendar/token/quorum.ics',
  );
});

it('a calendar link that was made is at hand: the focus goes to its Copy button (ICS-19)', async () => {
  withFeeds(made);
  const copyOf = async (name: string) => within(await row(name)).getByRole('button', { name: 'Copy' });
  await press(await row('Rowing'), 'Create link');
  expect(document.activeElement).toBe(await copyOf('Rowing'));
  await press(await row('My Schedule'), /New link/);
  await press(screen.getByRole('alertdialog', { name: 'New link' }), 'New link');
  expect(document.activeElement).toBe(await copyOf('My Schedule'));
});

it('a calendar link is replaced and turned off only after a question (ICS-01)', async () => {
  const { sent } = withFeeds(made);
  const changes = () => sent.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  await press(await row('My Schedule'), /New link/);
  expect(changes()).toEqual([]);
  await press(screen.getByRole('alertdialog', { name: 'New link' }), 'New link');
  expect(within(await row('My Schedule')).getByText(url)).toBeDefined();
  await press(await row('My Schedule'), /Turn off/);
  await press(screen.getByRole('alertdialog', { name: 'Turn off link' }), 'Turn off');
  expect(changes()).toEqual(['POST', 'DELETE']);
  expect(await screen.findByText('Turned off the link for My Schedule')).toBeDefined();
  expect((await row('My Schedule')).textContent).toContain('No link');
});

it('calendar feeds that do not load say so, with the way to try again (ICS-19)', async () => {
  open(({ url: path }) => (path.startsWith('/api/calendar-feeds') ? json({ error: 'Server error' }, 500) : undefined));
  expect(await screen.findByText('Your calendar feeds didn’t load.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});
