import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { json, person, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import AllPeople from './all-people.tsx';

const counts = { going: 51, maybe: 1, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0 };
const event = calendarEvent('e1', { name: 'Dinner', attendance: { ...counts, faces: [], revision: '1' } });

const rsvp = (firstName: string) => ({
  user: person(firstName, firstName),
  answer: 'going',
  guests: 0,
  place: null,
  notConfirmed: false,
});

const page = (names: readonly string[], next: string | null = null) =>
  json({ rsvps: names.map(rsvp), total: names.length, next }) as never;

const show = (answer: (query: URLSearchParams) => Response) => {
  const { services } = signedInServices(({ url }) => answer(new URL(url, 'http://quorum').searchParams));
  renderScreen(<AllPeople event={event} onClose={vi.fn()} />, services);
};

it('everybody who answered is listed by answer, in pages of 50 (RSVP-03)', async () => {
  show((query) => {
    if (query.get('answer') === 'maybe') return page(['Mia']);
    expect(query.get('limit')).toBe('50');
    return query.get('after') === 'ben' ? page(['Cleo']) : page(['Ada', 'Ben'], 'ben');
  });
  await screen.findByText(/^Ada/);
  expect(screen.queryByText(/^Cleo/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText(/^Cleo/);
  expect(screen.getByText(/^Ada/)).toBeDefined();
  fireEvent.click(screen.getByRole('tab', { name: 'Maybe (1)' }));
  await screen.findByText(/^Mia/);
  expect(screen.queryByText(/^Ada/)).toBeNull();
});

it('a search narrows the list of people who answered, and says when nobody is found (RSVP-03)', async () => {
  show((query) => page(['Ada', 'Ben'].filter((name) => name.toLowerCase().startsWith(query.get('search') ?? ''))));
  await screen.findByText(/^Ada/);
  const field = screen.getByRole('searchbox', { name: 'Search answers' });
  fireEvent.change(field, { target: { value: ' b ' } });
  await vi.waitFor(() => expect(screen.queryByText(/^Ada/)).toBeNull());
  await screen.findByText(/^Ben/);
  fireEvent.change(field, { target: { value: 'zoe' } });
  await screen.findByText('Nobody found.');
});

it('a list of answers that did not load offers to try again (RSVP-24)', async () => {
  let isBroken = true;
  show(() => (isBroken ? (json({ error: 'Something went wrong' }, 500) as never) : page(['Ada'])));
  await screen.findByText('The list didn’t load.');
  isBroken = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByText(/^Ada/);
});

it('while many answer, the open pages of a list are loaded again at once and after a rest, not for each of them (RSVP-03)', async () => {
  let asked = 0;
  const { services } = signedInServices(() => {
    asked += 1;
    return page(['Ada']);
  });
  const { store } = renderScreen(<AllPeople event={event} onClose={vi.fn()} />, services);
  await screen.findByText(/^Ada/);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let at = 0; at < 10; at += 1) {
    const attendance = { ...counts, faces: [], revision: String(at) };
    const payload = { groupId: 'group-1', eventId: 'e1', attendance, at: String(at) };
    await act(async () => void store.dispatch(changed({ name: 'attendanceUpdated', payload })));
    await act(() => vi.advanceTimersByTimeAsync(10));
  }
  expect(asked).toBe(2);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(asked).toBe(3);
  vi.useRealTimers();
});
