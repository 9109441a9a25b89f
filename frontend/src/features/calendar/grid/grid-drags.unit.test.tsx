import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { heldReply, json } from '../../../testing/fakes.ts';
import { forbidCreating, onCreate, show } from '../testing/schedule.tsx';

/** Seven columns of 100 pixels; an hour has 60. */
const BOX = { left: 0, top: 0, width: 700, height: 1470, right: 700, bottom: 1470, x: 0, y: 0, toJSON: () => '' };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(BOX);
});

/** A point in the week of May 10: the day of the month, and the hour. */
const point = (day: number, hour: number) => ({
  clientX: (day - 10) * 100 + 50,
  clientY: hour * 60,
  button: 0,
  pointerType: 'mouse',
});
const columnOf = (day: number) => document.querySelector(`.time-grid__column[data-date="2026-05-${day}"]`) as Element;
const block = (name: RegExp) => screen.findByRole('button', { name });

const drag = (target: Element, from: [number, number], to: [number, number], kind = 'mouse') => {
  fireEvent.pointerDown(target, { ...point(...from), pointerType: kind });
  fireEvent.pointerMove(window, point(...to));
  last = point(...to);
};
let last = point(10, 0);
const drop = () => fireEvent.pointerUp(window, last);

const own = (id: string, more: Partial<EventView> & { at?: string } = {}) =>
  calendarEvent(id, { createdBy: 'user-a', name: 'Client call', date: '2026-05-15', at: '13:00', ...more });
const moved = (event: EventView, more: Partial<EventView>): EventView => ({
  ...event,
  ...more,
  revision: event.revision + 1,
});

/** A server that takes every change. */
const changing = (event: EventView) => (call: { method: string; body: unknown }) => {
  if (call.method !== 'PUT') return undefined;
  const { scope: _, ...times } = call.body as Partial<EventView> & { scope?: string };
  const { date = '', time = '', duration = 60 } = times;
  const startsAt = new Date(`${date}T${time}:00-04:00`);
  const endsAt = new Date(startsAt.getTime() + duration * 60_000).toISOString();
  return json({ event: moved(event, { ...times, startsAt: startsAt.toISOString(), endsAt }) });
};

describe('drawing an event', () => {
  const drawn = async (from: [number, number], to: [number, number]) => {
    await screen.findByRole('list', { name: /^Friday, May 15/ });
    drag(columnOf(from[0]), from, to);
    drop();
  };

  it('drawing an event keeps a typed name until somebody says that it may go', async () => {
    show([], { view: 'week' });
    await drawn([15, 12], [15, 13]);
    const name = within(await screen.findByRole('dialog', { name: 'New event' })).getByRole<HTMLInputElement>(
      'textbox',
    );
    fireEvent.change(name, { target: { value: 'Lunch' } });
    fireEvent.keyDown(name, { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Keep Editing' }));
    expect(name.isConnected && name.value).toBe('Lunch');
    fireEvent.keyDown(name, { key: 'Escape' });
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(name.isConnected).toBe(false);
  });

  it('drawing an event opens a card with its times, which creates it once, however often it is submitted, with the default reminder (GRID-06, REMIND-01)', async () => {
    const { sentBy } = show([], {
      view: 'week',
      answer: ({ method, url }) => {
        if (url.includes('check-conflicts')) return json({ hasConflicts: false, conflicts: [] });
        return method === 'POST' ? json({ event: own('new', { name: 'Lunch' }) }) : undefined;
      },
    });
    await drawn([15, 12], [15, 13.25]);
    const card = await screen.findByRole('dialog', { name: 'New event' });
    expect(within(card).getByText('Fri, May 15 · 12:00 – 1:15 PM')).toBeDefined();
    fireEvent.change(within(card).getByRole('textbox', { name: 'Event name' }), { target: { value: 'Lunch' } });
    const create = within(card).getByRole<HTMLButtonElement>('button', { name: 'Create' });
    fireEvent.click(create);
    if (create.form) fireEvent.submit(create.form);
    expect(await block(/^Lunch/)).toBeDefined();
    const created = sentBy('POST').filter(({ url }) => url === '/api/events');
    expect(created.map(({ body }) => body)).toEqual([
      expect.objectContaining({
        name: 'Lunch',
        date: '2026-05-15',
        time: '12:00',
        duration: 75,
        timeZone: 'America/New_York',
        groupId: 'group-1',
        reminder: 30,
      }),
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('More options in the card of a drawn event takes everything over into the wizard (GRID-06)', async () => {
    show([], { view: 'week' });
    await drawn([15, 12], [15, 12]);
    const card = await screen.findByRole('dialog', { name: 'New event' });
    fireEvent.change(within(card).getByRole('textbox', { name: 'Event name' }), { target: { value: 'Lunch' } });
    fireEvent.click(within(card).getByRole('button', { name: 'More options' }));
    expect(onCreate).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'Lunch', date: '2026-05-15', time: '12:00', duration: 60, groupId: 'group-1' }),
    );
  });

  it('an event that was drawn is gone with the right to create it (GRID-06)', async () => {
    show([], { view: 'week' });
    await drawn([15, 12], [15, 13]);
    await screen.findByRole('dialog', { name: 'New event' });
    expect(document.querySelector('.time-grid__ghost')).not.toBeNull();
    act(forbidCreating);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.querySelector('.time-grid__ghost')).toBeNull();
  });

  it('an event cannot be drawn in the past (GRID-06)', async () => {
    show([], { view: 'week' });
    await drawn([14, 9], [14, 10]);
    expect(await screen.findByText('You can’t create an event in the past')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('an event can be drawn neither without the right to create events nor by touch (GRID-06, GRID-14)', async () => {
    const { unmount } = show([], { view: 'week', mayCreate: false });
    await drawn([15, 12], [15, 13]);
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    show([], { view: 'week' });
    await screen.findByRole('list', { name: /^Friday, May 15/ });
    drag(columnOf(15), [15, 12], [15, 13], 'touch');
    drop();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('drawing an event needs a connection (GRID-17)', async () => {
    const { store } = show([], { view: 'week' });
    await screen.findByRole('list', { name: /^Friday, May 15/ });
    act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
    drag(columnOf(15), [15, 12], [15, 13]);
    drop();
    expect(await screen.findByText('Changes need a connection.')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('moving an event', () => {
  it('moving an event shows at once, is sent once in the zone of the event, and can be undone (GRID-07, GRID-09, GRID-10)', async () => {
    const event = own('a', { timeZone: 'America/Los_Angeles', at: '10:00' });
    const held = heldReply();
    const { sentBy } = show([event], {
      view: 'week',
      answer: ({ method }) => {
        if (method === 'PUT') return held.reply();
        return method === 'POST' ? json({ event: { ...event, revision: 3 } }) : undefined;
      },
    });
    drag(await block(/^Client call, Friday, 1:00/), [15, 13.5], [16, 15.5]);
    expect(screen.getAllByText('Sat, May 16 · 3:00 – 4:00 PM').length).toBeGreaterThan(0);
    drop();
    drop();
    // It cannot be moved again until its change has arrived.
    drag(await block(/^Client call, Saturday, 3:00 to 4:00 PM/), [16, 15.5], [16, 18]);
    drop();
    expect(await block(/^Client call, Saturday, 3:00 to 4:00 PM/)).toBeDefined();
    expect(sentBy('PUT').map(({ body }) => body)).toEqual([
      { date: '2026-05-16', time: '12:00', timeZone: 'America/Los_Angeles', duration: 60 },
    ]);
    held.release(
      json({ event: moved(event, { startsAt: '2026-05-16T19:00:00.000Z', endsAt: '2026-05-16T20:00:00.000Z' }) }),
    );
    expect(await screen.findByText('Moved to Sat, May 16, 3:00 PM')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() =>
      expect(sentBy('POST').map(({ url, body }) => [url, body])).toEqual([
        ['/api/events/a/revert', { revision: 2, undo: true }],
      ]),
    );
  });

  it('moving an event names one that it then overlaps, and not the long one of the whole weekend (GRID-10)', async () => {
    const event = own('a');
    const long = calendarEvent('c', { name: 'Lakeside Weekend', date: '2026-05-16', at: '00:00', duration: 2_880 });
    const other = calendarEvent('b', { name: 'Invoice hour', date: '2026-05-16', at: '15:00' });
    show([event, long, other], { view: 'week', answer: changing(event) });
    drag(await block(/^Client call/), [15, 13], [16, 15.5]);
    drop();
    expect(await screen.findByText('Moved to Sat, May 16, 3:30 PM. Overlaps Invoice hour')).toBeDefined();
  });

  it('a move that fails puts the event back, with the text of the server (GRID-10)', async () => {
    const event = own('a');
    show([event], {
      view: 'week',
      answer: ({ method }) => (method === 'PUT' ? json({ error: 'That event is no longer here' }, 404) : undefined),
    });
    drag(await block(/^Client call/), [15, 13], [16, 15]);
    drop();
    expect(await screen.findByText('That event is no longer here')).toBeDefined();
    expect(await block(/^Client call, Friday, 1:00/)).toBeDefined();
  });

  it('Escape takes back the move of an event (GRID-07)', async () => {
    const { sentBy } = show([own('a')], { view: 'week' });
    drag(await block(/^Client call/), [15, 13], [16, 15]);
    fireEvent.keyDown(window, { key: 'Escape' });
    drop();
    expect(screen.queryByText(/Sat, May 16/)).toBeNull();
    expect(sentBy('PUT')).toEqual([]);
  });

  it('moving an event into the past is refused (GRID-07)', async () => {
    const { sentBy } = show([own('a')], { view: 'week' });
    drag(await block(/^Client call/), [15, 13], [13, 13]);
    drop();
    expect(await screen.findByText('Time cannot be in the past')).toBeDefined();
    expect(sentBy('PUT')).toEqual([]);
  });

  it('only its creator moves an event, and a press of anybody opens its card (GRID-07)', async () => {
    const { sentBy } = show([own('a', { createdBy: 'user-b' })], { view: 'week' });
    const event = await block(/^Client call/);
    drag(event, [15, 13], [16, 15]);
    drop();
    expect(sentBy('PUT')).toEqual([]);
    fireEvent.click(event);
    expect(await screen.findByRole('dialog', { name: 'Friday, May 15, 2026' })).toBeDefined();
  });

  it('moving an event does not open its card (GRID-07)', async () => {
    const event = own('a');
    show([event], { view: 'week', answer: changing(event) });
    const button = await block(/^Client call/);
    drag(button, [15, 13], [15, 15]);
    drop();
    fireEvent.click(button, { detail: 1 });
    await screen.findByText(/^Moved to/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('dragging the lower edge of an event changes its length (GRID-08)', async () => {
    const event = own('a');
    const { sentBy } = show([event], { view: 'week', answer: changing(event) });
    const edge = (await block(/^Client call/)).querySelector('[data-edge]') as Element;
    drag(edge, [15, 14], [15, 14.5]);
    drop();
    expect(await screen.findByText('Lasts 1 hr 30 min now')).toBeDefined();
    expect(sentBy('PUT')[0]?.body).toMatchObject({ date: '2026-05-15', time: '13:00', duration: 90 });
  });

  it('an event that is held at the side turns the page (GRID-07)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const event = own('a');
    const { sentBy } = show([event], { view: 'week', answer: changing(event) });
    drag(await block(/^Client call/), [15, 13], [17, 13]);
    await act(async () => vi.advanceTimersByTime(600));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('May 17 – 23');
    fireEvent.pointerMove(window, point(12, 13));
    fireEvent.pointerUp(window, point(12, 13));
    vi.useRealTimers();
    expect(await screen.findByText('Moved to Tue, May 19, 1:00 PM')).toBeDefined();
    expect(sentBy('PUT')).toHaveLength(1);
  });

  it('an event that is carried over several weeks is not taken for deleted (GRID-07, GRID-11)', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldAdvanceTime: true });
    const event = own('a');
    const { sentBy } = show([event], { view: 'week', answer: changing(event) });
    drag(await block(/^Client call/), [15, 13], [17, 13]);
    for (let turns = 0; turns < 2; turns += 1) await act(async () => vi.advanceTimersByTime(600));
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('May 24 – 30');
    fireEvent.pointerMove(window, point(12, 13));
    fireEvent.pointerUp(window, point(12, 13));
    vi.useRealTimers();
    expect(await screen.findByText('Moved to Tue, May 26, 1:00 PM')).toBeDefined();
    expect(sentBy('PUT')).toHaveLength(1);
  });

  it('moving a date of a series asks which dates are meant, and sends nothing before (GRID-07)', async () => {
    const event = own('s_2026-05-15', {
      seriesId: 's',
      occurrence: '2026-05-15',
      repeats: { unit: 'week', every: 1 } as never,
    });
    const { sentBy } = show([event], { view: 'week', answer: changing(event) });
    drag(await block(/^Client call/), [15, 13], [16, 13]);
    drop();
    const question = await screen.findByRole('alertdialog', { name: 'Edit repeating event' });
    expect(sentBy('PUT')).toEqual([]);
    fireEvent.click(within(question).getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(sentBy('PUT')[0]?.body).toMatchObject({ date: '2026-05-16', scope: 'this' }));
  });
});
