import { cursorOf } from '@quorum/contracts/entry/event-cursor.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { heldReply, json } from '../../../testing/fakes.ts';
import { calendar, show } from '../testing/schedule.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const block = (name: string | RegExp) => screen.findByRole('button', { name });
const columns = () =>
  screen
    .getAllByRole('list')
    .map((list) => list.getAttribute('aria-label') ?? '')
    .filter((label) => /day, \w+ \d/.test(label));
const choose = (view: string) => fireEvent.click(screen.getByRole('radio', { name: view }));
const title = () => screen.getByRole('heading', { level: 2 }).textContent;

const critique = calendarEvent('a', { name: 'Design critique', groupName: 'Harbor Street Studio' });

describe('the views of the schedule', () => {
  it('the views of the schedule are remembered by the browser for the account, and the list is the default (GRID-01)', async () => {
    const { storage, unmount } = show([critique]);
    await screen.findByRole('region', { name: 'Events' });
    expect(screen.getByRole('radio', { name: 'List' }).getAttribute('aria-checked')).toBe('true');
    choose('Week');
    await block(/^Design critique/);
    expect(storage.get('schedule:user-a')).toBe('{"view":"week","firstWeekday":0}');
    unmount();
    show([critique], { view: 'week' });
    expect(await block(/^Design critique/)).toBeDefined();
    expect(screen.getByRole('radio', { name: 'Week' }).getAttribute('aria-checked')).toBe('true');
  });

  it('the views of the schedule turn by what they show, and lead back to today (GRID-01)', async () => {
    show([], { view: 'day' });
    await screen.findByText('Drag to add an event');
    expect(title()).toBe('Thursday, May 14');
    fireEvent.click(screen.getByRole('button', { name: 'Next day' }));
    expect(title()).toBe('Friday, May 15');
    choose('Month');
    expect(title()).toBe('May 2026');
    fireEvent.click(screen.getAllByRole('button', { name: 'Previous month' }).at(-1) as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    choose('Week');
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(title()).toBe('May 17 – 23');
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(title()).toBe('May 10 – 16');
  });

  it('the views of the schedule begin the weeks of all calendars with Monday where that is chosen (GRID-01)', async () => {
    const { storage } = show([critique], { view: 'week' });
    await block(/^Design critique/);
    const options = await vi.waitFor(() => {
      const button = screen.getByRole('button', { name: 'Schedule options' });
      expect(button.getAttribute('aria-expanded')).toBe('false');
      return button;
    });
    fireEvent.keyDown(options, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Weeks start on Monday' }));
    expect(title()).toBe('May 11 – 17');
    expect(columns()[0]).toBe('Monday, May 11, 0 events');
    expect(screen.getAllByRole('columnheader')[0]?.getAttribute('aria-label')).toBe('Monday');
    expect(storage.get('schedule:user-a')).toContain('"firstWeekday":1');
  });

  it('the views of the schedule ask for all of the days on show and a week on either side, and for no second page of the year (GRID-02)', async () => {
    const far = calendarEvent('far', { date: '2026-07-01' });
    const { asked } = show([critique], {
      view: 'week',
      answer: ({ url }) =>
        url.includes('startDate=2026-05-13') ? json({ events: [critique], next: cursorOf(far) }) : undefined,
    });
    await block(/^Design critique/);
    const shown = asked().filter(({ startDate }) => startDate === '2026-05-03');
    expect(shown).toEqual([expect.objectContaining({ endDate: '2026-05-23', timeZone: 'America/New_York' })]);
    expect(asked().filter(({ after }) => after !== undefined)).toEqual([]);
  });

  it('the views of the schedule show the next week at once, while it loads, and what is new once it is there (GRID-02)', async () => {
    const next = calendarEvent('b', { name: 'Next week’s', date: '2026-05-19' });
    const more = calendarEvent('c', { name: 'Just made', date: '2026-05-20' });
    const held = heldReply();
    show([critique, next], {
      view: 'week',
      answer: ({ url }) => (url.includes('startDate=2026-05-10') ? held.reply() : undefined),
    });
    await block(/^Design critique/);
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await held.asked;
    expect(screen.getByRole('button', { name: /^Next week’s/ })).toBeDefined();
    held.release(json({ events: [next, more] }));
    expect(await block(/^Just made/)).toBeDefined();
  });

  it('the views of the schedule drop an event that is deleted while the next week loads (GRID-02)', async () => {
    const next = calendarEvent('b', { name: 'Next week’s', date: '2026-05-19' });
    const held = heldReply();
    const { store } = show([critique, next], {
      view: 'week',
      answer: ({ url }) => (url.includes('startDate=2026-05-10') ? held.reply() : undefined),
    });
    await block(/^Design critique/);
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await held.asked;
    expect(screen.getByRole('button', { name: /^Next week’s/ })).toBeDefined();
    const payload = { groupId: 'group-1', eventId: 'b' } as const;
    act(() => void store.dispatch(changed({ name: 'eventDeleted', payload, at: undefined })));
    expect(screen.queryByRole('button', { name: /^Next week’s/ })).toBeNull();
  });

  it('the views of the schedule ask for no days twice when somebody turns back (GRID-19)', async () => {
    const { asked } = show([critique], { view: 'week' });
    const turn = (to: string) => fireEvent.click(screen.getByRole('button', { name: `${to} week` }));
    await block(/^Design critique/);
    turn('Next');
    await vi.waitFor(() => expect(asked().map(({ startDate }) => startDate)).toContain('2026-05-10'));
    const before = asked().length;
    for (let times = 0; times < 3; times += 1) {
      turn('Previous');
      await block(/^Design critique/);
      turn('Next');
      await vi.waitFor(() => expect(title()).toBe('May 17 – 23'));
    }
    expect(asked()).toHaveLength(before);
  });

  it('the views of the schedule ask for no days that the list has loaded, and leave the address alone when they turn (GRID-02)', async () => {
    const june = calendarEvent('june', { name: 'In June', date: '2026-06-02' });
    const { asked, router } = show([critique, june]);
    await screen.findByRole('region', { name: 'Events' });
    choose('Week');
    const { key } = router.state.location;
    for (let times = 0; times < 3; times += 1) fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await block(/^In June/)).toBeDefined();
    expect(asked().map(({ startDate }) => startDate)).not.toContain('2026-05-24');
    expect(router.state.location.key).toBe(key);
  });

  it('the views of the schedule show a chosen day of the sidebar in the present view (GRID-16)', async () => {
    show([critique], { view: 'week' });
    await block(/^Design critique/);
    act(() => calendar().select('2026-05-28'));
    expect(title()).toBe('May 24 – 30');
    choose('Day');
    expect(title()).toBe('Thursday, May 28');
  });

  it('the views of the schedule show a failed load as the quiet line of the list (GRID-17)', async () => {
    show([], { view: 'week', answer: () => json({ error: 'No' }, 400) });
    expect(await screen.findByText(/Your schedule didn’t load/)).toBeDefined();
    expect(columns()).toHaveLength(7);
  });
});

describe('a week', () => {
  it('a week of the schedule names its days, with the number of events, and its events with their times (GRID-14)', async () => {
    const noon = calendarEvent('b', { name: 'Brunch', at: '11:00', duration: 90 });
    const night = calendarEvent('c', { name: 'Night', at: '22:00', duration: 180, isMyQEvent: true });
    show([critique, noon, night], { view: 'week', groupId: 'my-q' });
    expect(await block('Design critique, Thursday, 10:00 to 11:00 AM, Harbor Street Studio')).toBeDefined();
    expect(await block('Brunch, Thursday, 11:00 AM to 12:30 PM, Group group-1')).toBeDefined();
    expect(
      screen.getAllByRole('button', { name: 'Night, Thursday, 10:00 PM to Friday, 1:00 AM, Personal' }),
    ).toHaveLength(2);
    expect(columns().slice(4, 6)).toEqual(['Thursday, May 14, 3 events', 'Friday, May 15, 1 event']);
  });

  it('a week of the schedule names events of another week with their date (GRID-14)', async () => {
    show([calendarEvent('a', { name: 'Recital', date: '2026-05-19' })], { view: 'week' });
    await vi.waitFor(() => expect(columns()).toHaveLength(7));
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await block('Recital, Tuesday, May 19, 10:00 to 11:00 AM')).toBeDefined();
  });

  it('a week of the schedule marks answers as the list does, and does not show what the viewer cannot come to (GRID-03, RSVP-18)', async () => {
    const mine = { answer: 'maybe', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' } as const;
    const maybe = calendarEvent('a', { name: 'Open studio', mine });
    const cant = calendarEvent('b', { name: 'Too far', mine: { ...mine, answer: 'cant' } });
    show([maybe, cant], { view: 'week', groupId: 'my-q' });
    expect((await block(/^Open studio.*Maybe$/)).className).toContain('is-maybe');
    expect(screen.queryByRole('button', { name: /^Too far/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Show declined (1)' }));
    expect((await block(/^Too far.*You can’t$/)).className).toContain('is-declined');
  });

  it('a week of the schedule opens the card of an event that is pressed, and closes it again (GRID-07)', async () => {
    show([critique], { view: 'week' });
    fireEvent.click(await block(/^Design critique/));
    const dialog = await screen.findByRole('dialog', { name: 'Thursday, May 14, 2026' });
    expect(within(dialog).getByRole('article', { name: 'Design critique' })).toBeDefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a week of the schedule lays events of a day and more above the hours (GRID-04)', async () => {
    const trip = calendarEvent('a', { name: 'Lakeside Weekend', date: '2026-05-15', duration: 3 * 24 * 60 });
    show([trip], { view: 'week' });
    await block(/^Lakeside Weekend/);
    const band = screen.getByRole('list', { name: 'All day, 1 event' });
    expect(within(band).getByRole('button').className).toContain('opens-after');
  });

  it('a week of the schedule lists the events that have no lane (GRID-03)', async () => {
    const many = [1, 2, 3, 4, 5, 6].map((number) => calendarEvent(`e${number}`, { name: `Event ${number}` }));
    show(many, { view: 'week' });
    fireEvent.click(await screen.findByRole('button', { name: '+2 more on Thursday, May 14' }));
    fireEvent.click(await screen.findByRole('button', { name: /^Event 6/ }));
    expect(await screen.findByRole('dialog', { name: 'Thursday, May 14, 2026' })).toBeDefined();
  });

  it('a week of the schedule says which of two equal hours an event is in when clocks go back (GRID-05)', async () => {
    const second = '2026-11-01T06:00:00.000Z';
    const at = { date: '2026-11-01', timeZone: 'America/New_York' };
    const events = [
      calendarEvent('a', { ...at, name: 'Early', at: '01:00', duration: 30 }),
      calendarEvent('b', { ...at, name: 'Late', startsAt: second, endsAt: '2026-11-01T06:30:00.000Z' }),
    ];
    show(events, { view: 'day' });
    await vi.waitFor(() => expect(columns()).toHaveLength(1));
    act(() => calendar().select('2026-11-01'));
    expect((await block(/^Early/)).getAttribute('aria-label')).toContain(', first');
    expect((await block(/^Late/)).getAttribute('aria-label')).toContain(', second');
  });
});

describe('a day with 1,000 events', () => {
  const start = Date.parse('2026-05-14T04:00:00.000Z');
  const crowd = Array.from({ length: 1_000 }, (_, n) => {
    const startsAt = start + (n % 94) * 15 * 60_000;
    const span = { startsAt: new Date(startsAt), endsAt: new Date(startsAt + 30 * 60_000) };
    return calendarEvent(`e${n}`, { startsAt: span.startsAt.toISOString(), endsAt: span.endsAt.toISOString() });
  });

  it.each(['day', 'week', 'month'] as const)(
    'a %s with 1,000 events on one date draws as many as have room, and counts the others (GRID-19)',
    async (view) => {
      show(crowd, { view });
      await vi.waitFor(() => expect(screen.getAllByRole('button', { name: /more on Thursday/ })).not.toEqual([]));
      const grid = screen.getByRole('region', { name: 'Events' });
      // Four side by side in every half hour, and a button that counts the others.
      expect(grid.querySelectorAll('[data-event]').length).toBeLessThanOrEqual(4 * 48);
      expect(grid.querySelectorAll('.day-list__open').length).toBeLessThanOrEqual(48);
      expect(grid.querySelectorAll('*').length).toBeLessThan(2_000);
    },
  );
});

describe('a month', () => {
  it('a month of the schedule shows its events as lines and bars, and opens a day by its number (GRID-15)', async () => {
    const trip = calendarEvent('t', { name: 'Exam week', date: '2026-05-25', duration: 4 * 24 * 60 });
    show([critique, trip], { view: 'month' });
    const line = await block(/^Design critique/);
    expect(line.textContent).toContain('10 AM');
    expect((await block(/^Exam week/)).className).toContain('month-view__bar');
    fireEvent.click(screen.getByRole('button', { name: 'Thursday, May 28, 1 event' }));
    expect(title()).toBe('Thursday, May 28');
  });

  it('a month of the schedule lists a day with more events than fit (GRID-15)', async () => {
    const many = [1, 2, 3, 4, 5, 6].map((number) => calendarEvent(`e${number}`, { name: `Event ${number}` }));
    show(many, { view: 'month' });
    const more = await screen.findByRole('button', { name: /^\+\d more on Thursday, May 14$/ });
    fireEvent.click(more);
    const list = await screen.findByRole('dialog', { name: 'Events on Thursday, May 14' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(6);
    fireEvent.click(within(list).getByRole('button', { name: 'Open day' }));
    expect(title()).toBe('Thursday, May 14');
  });
});
