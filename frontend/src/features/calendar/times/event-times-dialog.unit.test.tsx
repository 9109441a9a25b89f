import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { fakeServices, json, type Reply } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import EventTimesDialog from './event-times-dialog.tsx';

let arrive: (event: EventView) => void;
let leave: () => void;
type HostProps = { first: EventView; timeZone: string; onMoved: (event: EventView) => void; onClose: () => void };
function Host({ first, timeZone, onMoved, onClose }: HostProps) {
  const [event, setEvent] = useState(first);
  const [isGone, setGone] = useState(false);
  arrive = setEvent;
  leave = () => setGone(true);
  return (
    <TimeZoneContext value={timeZone}>
      <EventTimesDialog event={event} isGone={isGone} onMoved={onMoved} onClose={onClose} />
    </TimeZoneContext>
  );
}

const show = (
  event: EventView,
  { timeZone = 'America/New_York', put = (): Reply => json({ event }), conflicts = [] as readonly object[] } = {},
) => {
  const { services, sent } = fakeServices((call) => {
    if (call.method === 'PUT') return put();
    if (call.url.includes('check-conflicts')) return json({ hasConflicts: conflicts.length > 0, conflicts });
    return call.url.startsWith('/api/events') ? json({ events: [] }) : json({ preferences: {}, groups: [] });
  });
  const onClose = vi.fn();
  const onMoved = vi.fn();
  const { store } = renderScreen(
    <Host first={event} timeZone={timeZone} onMoved={onMoved} onClose={onClose} />,
    services,
  );
  return {
    store,
    onMoved,
    onClose,
    asked: () => sent.filter(({ url }) => url.includes('check-conflicts')).map(({ body }) => body),
    saved: () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
};

const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
const type = (name: string, value: string) => fireEvent.change(screen.getByLabelText(name), { target: { value } });
const call = calendarEvent('a', { at: '13:30', duration: 45, name: 'Client call' });

it('an event that begins to repeat says for which date the answers of others count (SERIES-26)', () => {
  const counts = { going: 3, maybe: 1, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0 };
  show({ ...call, date: '2026-05-14', attendance: { ...counts, faces: [], revision: '1' } });
  fireEvent.change(screen.getByLabelText('Repeats'), { target: { value: '0' } });
  expect(screen.getByText('3 answers count for Thu, May 14 only.')).toBeDefined();
});

it('a date of a repeating event that moves to another weekday is not said to wait for the next day of the rule', () => {
  show({ ...call, date: '2026-05-14', repeats: { unit: 'week', every: 1, on: ['TH'] } });
  fireEvent.click(screen.getByRole('option', { name: /^Fri 15/ }));
  expect(screen.queryByText(/the first day that fits/)).toBeNull();
  fireEvent.change(screen.getByLabelText('Repeats'), { target: { value: '3' } });
  fireEvent.click(screen.getByRole('option', { name: /^Sat 16/ }));
  expect(screen.getByText(/the first day that fits/)).toBeDefined();
});

describe('Edit Date & Time', () => {
  it('Edit Date & Time starts from the event, with six presets and custom fields (EVENT-20, EVENT-22, EVENT-42, EVENT-43)', () => {
    show(call);
    expect(screen.getByRole('dialog', { name: 'Edit Date & Time' })).toBeDefined();
    expect(screen.getByRole('option', { name: '1:30 PM' }).getAttribute('aria-selected')).toBe('true');
    const durations = screen.getByRole('radiogroup', { name: 'Duration' });
    expect(
      within(durations)
        .getAllByRole('radio')
        .map(({ textContent }) => textContent),
    ).toEqual(['15 min', '30 min', '45 min', '1 hr', '1.5 hrs', '2 hrs']);
    expect(within(durations).getByRole('radio', { checked: true }).textContent).toBe('45 min');
    const fields = ['Hour', 'Minute', 'Hours', 'Minutes'];
    expect(fields.map((name) => screen.getByLabelText<HTMLInputElement>(name).value)).toEqual(['1', '30', '0', '45']);
    expect(screen.getByRole('button', { name: /choose a date$/ })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    expect(save().disabled).toBe(true);
  });

  it('Edit Date & Time opens its list near the time of the event, even between two quarter hours', () => {
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * 40;
    });
    show(calendarEvent('a', { date: '2026-05-20', at: '18:37' }));
    expect(screen.getByRole('listbox', { name: 'Time' }).scrollTop).toBe(15 * 40 - 2);
    expect(screen.getByRole('option', { name: '6:30 PM' }).tabIndex).toBe(0);
    vi.restoreAllMocks();
  });

  it('Edit Date & Time saves nothing without changes', () => {
    show(call);
    expect(save().disabled).toBe(true);
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    expect(save().disabled).toBe(false);
    fireEvent.click(screen.getByRole('option', { name: '1:30 PM' }));
    expect(save().disabled).toBe(true);
  });

  it('Edit Date & Time compares the times only while they differ', () => {
    show(call);
    const compared = () => [screen.queryByText('Was') !== null, screen.queryByText('1:30 – 2:15 PM')?.tagName];
    expect(compared()).toEqual([false, 'B']);
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    expect(compared()).toEqual([true, 'DEL']);
    fireEvent.click(screen.getByRole('option', { name: '1:30 PM' }));
    expect(compared()).toEqual([false, 'B']);
    type('Hour', '9');
    fireEvent.click(screen.getByRole('radio', { name: 'AM' }));
    expect(compared()).toEqual([true, 'DEL']);
  });

  it('Edit Date & Time saves date, time and duration in its own zone, and closes (EVENT-44)', async () => {
    const { saved, onClose } = show(call);
    fireEvent.click(screen.getByRole('option', { name: /^Fri 15 May/ }));
    fireEvent.click(screen.getByRole('option', { name: '11:00 AM' }));
    fireEvent.click(screen.getByRole('radio', { name: '1.5 hrs' }));
    expect(screen.getByText('11:00 AM – 12:30 PM')).toBeDefined();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toEqual([{ date: '2026-05-15', time: '11:00', duration: 90, timeZone: 'America/New_York' }]);
  });

  it("Edit Date & Time shows another zone's event by the viewer's clock (OPEN-052)", () => {
    show(call, { timeZone: 'America/Los_Angeles' });
    expect(screen.getByRole('option', { name: '10:30 AM' }).getAttribute('aria-selected')).toBe('true');
  });

  it('Edit Date & Time keeps the original zone of an event that is only made longer (OPEN-052)', async () => {
    const { saved, onClose } = show(call, { timeZone: 'America/Los_Angeles' });
    fireEvent.click(screen.getByRole('radio', { name: '2 hrs' }));
    expect(screen.getByText('10:30 AM – 12:30 PM')).toBeDefined();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toEqual([{ date: '2026-05-14', time: '13:30', duration: 120, timeZone: 'America/New_York' }]);
  });

  it('Edit Date & Time distinguishes the second of two equal hours (OPEN-052)', async () => {
    const second = calendarEvent('c', { date: '2026-10-31', at: '22:30', timeZone: 'Pacific/Honolulu' });
    expect(second.startsAt).toBe('2026-11-01T08:30:00.000Z');
    const { saved, onClose } = show(second, { timeZone: 'America/Denver' });
    expect(screen.getByRole('option', { name: '1:30 AM' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.click(screen.getByRole('radio', { name: '2 hrs' }));
    expect(screen.getByText('1:30 – 3:30 AM')).toBeDefined();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toEqual([{ date: '2026-10-31', time: '22:30', duration: 120, timeZone: 'Pacific/Honolulu' }]);
  });

  it('Edit Date & Time offers no time that the clocks skip, and uses the next one instead (OPEN-052)', async () => {
    const { saved, onClose } = show(calendarEvent('d', { date: '2027-03-14', at: '9:00' }));
    const slot = (name: string) => screen.getByRole<HTMLButtonElement>('option', { name });
    expect(['1:45 AM', '2:00 AM', '2:45 AM', '3:00 AM'].map((name) => slot(name).disabled)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    type('Hour', '2');
    type('Minute', '20');
    expect(screen.getByText('3:20 – 4:20 AM')).toBeDefined();
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toEqual([{ date: '2027-03-14', time: '03:20', duration: 60, timeZone: 'America/New_York' }]);
  });

  it('Edit Date & Time refuses the past and an empty duration (EVENT-14, EVENT-19, EVENT-23)', () => {
    show(call);
    type('Hour', '9');
    fireEvent.click(screen.getByRole('radio', { name: 'AM' }));
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
    expect(screen.getByText('Choose another time')).toBeDefined();
    expect(save().disabled).toBe(true);
    type('Hour', '11');
    expect(save().disabled).toBe(false);
    type('Hours', '0');
    type('Minutes', '0');
    expect(save().disabled).toBe(true);
  });

  it('Edit Date & Time says to which day an event was moved, and leads there', async () => {
    const moved = calendarEvent('a', { date: '2026-05-15', at: '13:30', duration: 45, name: 'Client call' });
    const { onMoved, onClose } = show(call, { put: () => json({ event: moved }) });
    fireEvent.click(screen.getByRole('option', { name: /^Fri 15 May/ }));
    fireEvent.click(save());
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onMoved).toHaveBeenCalledWith(expect.objectContaining({ _id: 'a' }));
    expect(screen.getByText('Moved to Fri, May 15')).toBeDefined();
  });

  it('Edit Date & Time asks before moving an event into a conflict, as creating does (EVENT-41)', async () => {
    const other = {
      ...{ _id: 'b', name: 'Boiler inspection', groupId: 'my-q', groupName: '', date: '2026-05-14', time: '16:00' },
      ...{ duration: 60, startsAt: '2026-05-14T20:00:00.000Z', endsAt: '2026-05-14T21:00:00.000Z' },
      createdBy: { firstName: 'Noor', lastName: 'Haddad' },
    };
    const { saved, onClose } = show(call, { conflicts: [other] });
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    const question = await screen.findByRole('alertdialog', { name: 'Schedule Conflict' });
    expect(question.textContent).toContain('overlaps with 1 event');
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(saved()).toEqual([]);
    fireEvent.click(save());
    fireEvent.click(await screen.findByRole('button', { name: 'Move Anyway' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(saved()).toHaveLength(1);
  });

  it('Edit Date & Time asks about conflicts with anything but the event itself', async () => {
    const { saved, asked } = show(call);
    fireEvent.click(screen.getByRole('option', { name: '1:45 PM' }));
    fireEvent.click(save());
    await waitFor(() => expect(saved()).toHaveLength(1));
    expect(asked()).toMatchObject([{ time: '13:45', except: 'a' }]);
  });

  it('Edit Date & Time says at once that there is no connection, and keeps the choices', async () => {
    const { store, saved } = show(call);
    act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    expect(await screen.findByText(/^No connection/)).toBeDefined();
    expect(saved()).toEqual([]);
  });

  it('Edit Date & Time lets a running event be made longer in place', () => {
    show(calendarEvent('b', { at: '10:00' }));
    fireEvent.click(screen.getByRole('radio', { name: '2 hrs' }));
    expect(save().disabled).toBe(false);
  });

  it.each([
    [{ error: 'Only its creator may change an event' }, 'Only its creator may change an event'],
    [{}, 'Failed to update event'],
  ])('Edit Date & Time shows a failure of %j and keeps the choices (ERR-09)', async (answer, text) => {
    const { onClose } = show(call, { put: () => json(answer, 403) });
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('option', { name: '4:00 PM' }).getAttribute('aria-selected')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Edit Date & Time asks before it discards a changed choice, complete or not, and closes at once without one', () => {
    const { onClose } = show(call);
    type('Hours', '');
    type('Minutes', '');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('alertdialog', { name: 'Discard changes?' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Keep Editing' }));
    expect(onClose).not.toHaveBeenCalled();
    type('Hours', '0');
    type('Minutes', '45');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Edit Date & Time says behind the question about conflicts that there is no connection', async () => {
    const conflict = { ...calendarEvent('b', { at: '16:00' }), groupName: 'Film Club' };
    const { store, saved } = show(call, { conflicts: [conflict] });
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    const anyway = await screen.findByRole('button', { name: /Anyway$/ });
    act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
    fireEvent.click(anyway);
    expect(await screen.findByText(/^No connection/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Anyway$/ })).toBeNull();
    expect(saved()).toEqual([]);
  });

  it('Edit Date & Time says at once that the event was deleted elsewhere, and keeps the choices', () => {
    const { onClose } = show(call);
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    act(() => leave());
    expect(screen.getByRole('alert').textContent).toBe('This event was deleted');
    expect(screen.getByRole('option', { name: '4:00 PM' }).getAttribute('aria-selected')).toBe('true');
    expect(save().disabled).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Edit Date & Time does not call an event deleted that only leaves the list', async () => {
    let answer: (reply: Response) => void = () => undefined;
    const { saved, onClose } = show(call, { put: () => new Promise<Response>((resolve) => (answer = resolve)) });
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    fireEvent.click(save());
    await waitFor(() => expect(saved()).toHaveLength(1));
    act(() => leave());
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => answer(json({ event: call })));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('Edit Date & Time shows the newer values of a lost race and keeps the choices', () => {
    show(call);
    fireEvent.click(screen.getByRole('option', { name: '4:00 PM' }));
    act(() => arrive(calendarEvent('a', { at: '15:00', duration: 45, name: 'Client call', revision: 2 })));
    expect(screen.getByText('3:00 – 3:45 PM')).toBeDefined();
    expect(screen.getByText('4:00 – 4:45 PM')).toBeDefined();
  });
});
