import { cursorOf } from '@quorum/contracts/entry/event-cursor.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../data/connection/connection-slice.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { json } from '../../testing/fakes.ts';
import { calendar, onCreate, show } from './testing/schedule.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/** An answer that arrives when the test says so. */
const later = () => {
  let resolve: (reply: Response) => void = () => undefined;
  const promise = new Promise<Response>((done) => {
    resolve = done;
  });
  return { promise, resolve: (reply: Response) => resolve(reply) };
};

describe('the schedule', () => {
  it('the schedule asks for yesterday to one year ahead, in its own zone (CAL-01, LIMIT-17)', async () => {
    const { asked } = show([]);
    await screen.findByText('No events scheduled');
    expect(asked()).toContainEqual(
      expect.objectContaining({
        groupId: 'group-1',
        startDate: '2026-05-13',
        endDate: '2027-05-14',
        timeZone: 'America/New_York',
      }),
    );
  });

  it('the schedule shows the first page of many events at once, and the rest when it arrives (CAL-01)', async () => {
    const first = calendarEvent('a', { date: '2026-05-15', name: 'First' });
    const [last, page] = [calendarEvent('b', { date: '2026-06-02', name: 'Last' }), later()];
    show([], {
      answer: ({ url }) => {
        const query = new URL(url, 'http://localhost').searchParams;
        if (query.get('startDate') !== '2026-05-13') return json({ events: [] });
        return query.has('after')
          ? page.promise.then((reply) => reply.clone())
          : json({ events: [first], next: cursorOf(first) });
      },
    });
    expect(await screen.findByRole('gridcell', { name: 'May 15, 1 event' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Events' })).toBeDefined();
    expect(screen.queryByRole('gridcell', { name: 'June 2, 1 event' })).toBeNull();
    page.resolve(json({ events: [last] }));
    expect(await screen.findByRole('gridcell', { name: 'June 2, 1 event' })).toBeDefined();
  });

  it('the schedule shows the list once all of today is there', async () => {
    const past = calendarEvent('a', { date: '2026-05-13', name: 'Yesterday’s' });
    const page = later();
    show([], {
      answer: ({ url }) => {
        const query = new URL(url, 'http://localhost').searchParams;
        if (query.get('startDate') !== '2026-05-13') return json({ events: [] });
        return query.has('after')
          ? page.promise.then((reply) => reply.clone())
          : json({ events: [past], next: cursorOf(past) });
      },
    });
    expect(await screen.findByRole('gridcell', { name: 'May 13, 1 event' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Events' })).toBeNull();
    page.resolve(json({ error: 'No' }, 400));
    expect(await screen.findByText(/Your schedule didn’t load/)).toBeDefined();
    expect(screen.getByRole('region', { name: 'Events' })).toBeDefined();
  });

  it('the schedule retries the failed parts of a long list when the connection is back (RT-16)', async () => {
    const first = calendarEvent('a', { date: '2026-05-15' });
    const second = calendarEvent('b', { date: '2026-06-02' });
    let isReachable = false;
    const { store } = show([], {
      answer: ({ url }) => {
        const query = new URL(url, 'http://localhost').searchParams;
        if (query.get('startDate') !== '2026-05-13') return json({ events: [] });
        if (!query.has('after')) return json({ events: [first], next: cursorOf(first) });
        return isReachable ? json({ events: [second] }) : json({ error: 'No' }, 400);
      },
    });
    expect(await screen.findByText(/Your schedule didn’t load/)).toBeDefined();
    isReachable = true;
    act(() => void store.dispatch(connectionChanged({ status: 'online', at: 0 })));
    await waitFor(() => expect(screen.queryByText(/didn’t load/)).toBeNull());
    expect(await screen.findByRole('gridcell', { name: 'June 2, 1 event' })).toBeDefined();
  });

  it('My Schedule requests its events without a group (API-42)', async () => {
    const { asked } = show([], { groupId: 'my-q' });
    await screen.findByText('No events scheduled');
    expect(asked().every((query) => query.groupId === undefined)).toBe(true);
  });

  it('the schedule offers to create the first event, if the person may (CAL-06)', async () => {
    show([]);
    expect(await screen.findByText('Create your first event to get started')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Create Event' }));
    expect(onCreate).toHaveBeenCalledOnce();
    cleanup();
    show([], { mayCreate: false });
    await screen.findByText('No events scheduled');
    expect(screen.queryByRole('button', { name: 'Create Event' })).toBeNull();
  });

  it('the schedule offers a first group to people without one', async () => {
    const starters = { createGroup: vi.fn(), joinGroup: vi.fn() };
    show([], { groupId: 'my-q', starters });
    fireEvent.click(await screen.findByRole('button', { name: 'Create a group' }));
    fireEvent.click(screen.getByRole('button', { name: 'Join with a code' }));
    expect(starters.createGroup).toHaveBeenCalledOnce();
    expect(starters.joinGroup).toHaveBeenCalledOnce();
  });

  it('an empty schedule leads to a chat that began before the person joined, until they read it', async () => {
    show([], { ofGroup: { firstMessageAt: '2026-05-01T10:00:00.000Z', lastReadMessageId: null } });
    const link = await screen.findByRole('link', { name: 'See what’s in the chat' });
    expect(link.getAttribute('href')).toBe('/dashboard/group/group-1/chat');
    for (const ofGroup of [
      { firstMessageAt: '2026-05-01T10:00:00.000Z', lastReadMessageId: 'message-1' },
      { firstMessageAt: null, lastReadMessageId: null },
    ]) {
      cleanup();
      show([], { ofGroup });
      await screen.findByText('No events scheduled');
      expect(screen.queryByRole('link', { name: 'See what’s in the chat' })).toBeNull();
    }
  });

  it('the schedule shows a failed load as an empty list with an error and a retry (CAL-03)', async () => {
    let broken = true;
    show([], { answer: () => (broken ? json({ error: 'No' }, 400) : json({ events: [] })) });
    expect(await screen.findByText(/Your schedule didn’t load/)).toBeDefined();
    expect(screen.getByText('No events scheduled')).toBeDefined();
    broken = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText(/didn’t load/)).toBeNull());
  });

  it('the schedule logs a load answered with 401 as an authentication failure (ERR-33)', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show([], { answer: () => json({ error: 'Authentication required' }, 401) });
    expect(await screen.findByText('No events scheduled')).toBeDefined();
    expect(logged).toHaveBeenCalledWith('Authentication failed while loading events.');
  });

  it('the schedule loads from seven days before a chosen day, which has its own header and can be closed (CAL-02, CAL-05)', async () => {
    const { asked } = show([]);
    await screen.findByText('No events scheduled');
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 20' }));
    expect(screen.getByRole('heading', { name: 'Events for Wednesday, May 20' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'May 17 – 23' })).toBeDefined();
    await waitFor(() =>
      expect(asked()).toContainEqual(expect.objectContaining({ startDate: '2026-05-13', endDate: '2027-05-20' })),
    );
    fireEvent.click(screen.getByRole('button', { name: 'Back to today' }));
    expect(screen.queryByText(/^Events for/)).toBeNull();
    expect(screen.getByRole('heading', { name: 'May 10 – 16' })).toBeDefined();
  });

  it('the schedule leaves the focus on Today when Back to today disappears', async () => {
    show([]);
    await screen.findByText('No events scheduled');
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 20' }));
    const back = screen.getByRole('button', { name: 'Back to today' });
    back.focus();
    fireEvent.click(back);
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Today' }));
  });

  it('choosing today keeps the whole list, without a way back to today', async () => {
    const { router } = show([calendarEvent('a', { date: '2026-05-20' })]);
    await screen.findByRole('gridcell', { name: 'May 20, 1 event' });
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 14' }));
    expect(screen.queryByText(/^Events for/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Back to today' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Today' }).getAttribute('aria-disabled')).toBe('true');
    await act(() => router.navigate('/?day=2026-05-14'));
    expect(screen.queryByText(/^Events for/)).toBeNull();
  });

  it('the schedule does not call an event the first one on an empty day of a group with events', async () => {
    show([calendarEvent('a', { date: '2026-05-20' })]);
    await screen.findByRole('gridcell', { name: 'May 20, 1 event' });
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 21' }));
    expect(await screen.findByText('Nothing on this day')).toBeDefined();
    expect(screen.queryByText('Create your first event to get started')).toBeNull();
  });

  it('the schedule moves the header, the month and the marked day with the list as it is scrolled, and back', async () => {
    show([calendarEvent('a', { date: '2026-06-04' })]);
    await screen.findByRole('gridcell', { name: 'May 14' });
    act(() => calendar().follow('2026-06-04'));
    expect(screen.getByRole('heading', { name: 'May 31 – Jun 6' })).toBeDefined();
    expect(screen.getByRole('gridcell', { name: 'June 4, 1 event', selected: true })).toBeDefined();
    expect(await screen.findByRole('option', { name: /^Thu 4 Jun/, selected: true })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.getByRole('heading', { name: 'May 10 – 16' })).toBeDefined();
    expect(screen.getByRole('gridcell', { name: 'May 14', selected: true })).toBeDefined();
  });

  it('the schedule moves the list and the chosen day with the week, and back to today', async () => {
    show([calendarEvent('a', { date: '2026-05-20' })]);
    await screen.findByRole('gridcell', { name: 'May 20, 1 event' });
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(calendar()).toMatchObject({ selected: null, goTo: { date: '2026-05-17' } });
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 20, 1 event' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(screen.getByRole('heading', { name: 'Events for Wednesday, May 27' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(screen.queryByText(/^Events for/)).toBeNull();
    expect(screen.getByRole('heading', { name: 'May 10 – 16' })).toBeDefined();
  });

  it('the schedule shows the day of a new event and marks it for a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    show([calendarEvent('a', { date: '2026-05-20', name: 'Recital' })]);
    await screen.findByRole('gridcell', { name: 'May 20, 1 event' });
    act(() => calendar().reveal('2026-05-20', 'a'));
    expect(screen.getByRole('heading', { name: 'Events for Wednesday, May 20' })).toBeDefined();
    expect(calendar().marked).toBe('a');
    await act(() => vi.advanceTimersByTimeAsync(3000));
    expect(calendar()).toMatchObject({ selected: '2026-05-20', marked: undefined });
    vi.useRealTimers();
  });

  it('the schedule marks days that have events, in the month of 42 cells and the week (DASH-02, CAL-29, CAL-30)', async () => {
    show([calendarEvent('a', { date: '2026-05-15' }), calendarEvent('b', { date: '2026-05-15' })]);
    expect(await screen.findByRole('gridcell', { name: 'May 15, 2 events' })).toBeDefined();
    expect(screen.getAllByRole('gridcell')).toHaveLength(42);
    expect(screen.getByRole('option', { name: 'Fri 15 May, 2 events' })).toBeDefined();
    expect(screen.getAllByRole('option')).toHaveLength(7);
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(screen.getByRole('heading', { name: 'May 17 – 23' })).toBeDefined();
  });

  it('the schedule stacks live events, the last started in front (CAL-24, CAL-25, CAL-26, CAL-27, CAL-28)', async () => {
    show([
      calendarEvent('a', { at: '10:42', name: 'Design critique' }),
      calendarEvent('b', { at: '9:50', name: 'Print run' }),
      calendarEvent('c', { at: '12:00', name: 'Lunch' }),
    ]);
    const live = await screen.findByRole('region', { name: 'Live events' });
    expect(live.textContent).toContain('Design critique');
    expect(live.textContent).toContain('Just Started');
    expect(live.textContent).not.toContain('Print run');
    fireEvent.click(screen.getByRole('button', { name: /^\+1 more/ }));
    expect(live.textContent).toContain('Print run');
    expect(live.textContent).not.toContain('Lunch');
    fireEvent.click(screen.getByRole('button', { name: 'Collapse stack' }));
    expect(live.textContent).not.toContain('Print run');
  });

  it('live events are stacked in My Schedule, whatever its list shows (OPEN-043)', async () => {
    show([calendarEvent('a', { at: '10:00', name: 'Design critique' })], { groupId: 'my-q' });
    const live = await screen.findByRole('region', { name: 'Live events' });
    expect(live.className).toBe('live-stack');
  });

  it('the schedule keeps the chosen day in the address, and Back returns to it', async () => {
    const { router } = show([calendarEvent('a', { date: '2026-05-20' })]);
    fireEvent.click(await screen.findByRole('gridcell', { name: 'May 20, 1 event' }));
    expect(router.state.location.search).toBe('?day=2026-05-20');
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 28' }));
    expect(screen.getByRole('heading', { name: 'Events for Thursday, May 28' })).toBeDefined();
    await act(() => router.navigate(-1));
    expect(screen.getByRole('heading', { name: 'Events for Wednesday, May 20' })).toBeDefined();
    expect(screen.getByRole('heading', { name: 'May 17 – 23' })).toBeDefined();
    await act(() => router.navigate(-1));
    expect(screen.queryByText(/^Events for/)).toBeNull();
    for (const day of ['2026-02-30', '9999-12-31', '0000-01-01', '1900-01-01']) {
      await act(() => router.navigate(`/?day=${day}`));
      expect(screen.queryByText(/^Events for/)).toBeNull();
      expect(screen.getByRole('heading', { name: 'May 10 – 16' })).toBeDefined();
    }
  });

  it('the schedule offers Today only if the list shows something else', async () => {
    show([calendarEvent('a', { date: '2026-05-20' })]);
    await screen.findByRole('gridcell', { name: 'May 20, 1 event' });
    const isOff = () => screen.getByRole('button', { name: 'Today' }).getAttribute('aria-disabled');
    expect(isOff()).toBe('true');
    fireEvent.click(screen.getByRole('gridcell', { name: 'May 20, 1 event' }));
    expect(isOff()).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(isOff()).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(isOff()).toBeNull();
  });

  it('the schedule has no stack of live events while nothing is live (CAL-24)', async () => {
    show([calendarEvent('c', { at: '12:00' })]);
    await screen.findByRole('gridcell', { name: 'May 14, 1 event' });
    expect(screen.queryByRole('region', { name: 'Live events' })).toBeNull();
  });
});
