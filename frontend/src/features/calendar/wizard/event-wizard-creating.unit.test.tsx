import type { ConflictView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { json } from '../../../testing/fakes.ts';
import { button, createButton, next, show, showOnFakeTimers, type, walkTo } from './testing/wizard.tsx';

showOnFakeTimers();

describe('the last step of Create Event', () => {
  it('Create Event checks, creates with its own zone, and closes two seconds after success (EVENT-04, EVENT-05, EVENT-06, EVENT-35)', async () => {
    const { created, asked, onClose, onCreated } = show();
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByRole('heading', { name: 'Event Created!' })).toBeDefined();
    // From here on only this test moves the clock, however long its steps take.
    vi.setTimerTickMode('manual');
    expect(screen.getByText('Your event has been added successfully')).toBeDefined();
    const when = { date: '2026-05-14', time: '10:45', duration: 60, timeZone: 'America/New_York' };
    expect(asked('check-conflicts').map(({ body }) => body)).toEqual([when]);
    expect(created().map(({ body }) => body)).toEqual([
      {
        ...when,
        name: 'Proof sign-off',
        description: '',
        location: '',
        groupId: 'group-1',
        groupName: 'Group group-1',
        reminder: 30,
      },
    ]);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onClose).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onCreated.mock.calls).toMatchObject([[{ _id: 'new' }]]);
  });

  it('Ctrl+Enter on the button of the last step creates the event', async () => {
    const { created } = show();
    walkTo(5);
    createButton().focus();
    fireEvent.keyDown(createButton(), { key: 'Enter', ctrlKey: true });
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()).toHaveLength(1);
  });

  it('the last step of Create Event says at once that there is no connection, and no longer when it is back', async () => {
    const { asked, store } = show();
    const connection = (status: 'offline' | 'online') =>
      act(() => void store.dispatch(connectionChanged({ status, at: 0 })));
    walkTo(5);
    connection('offline');
    fireEvent.click(createButton());
    expect(screen.getByText('No connection. Please try again when you are back online.')).toBeDefined();
    expect(asked('check-conflicts')).toEqual([]);
    connection('online');
    expect(screen.queryByText(/^No connection/)).toBeNull();
  });

  it('the last step of Create Event shows its work while it creates (EVENT-04, EVENT-05)', async () => {
    show({ create: () => new Promise<Response>(() => undefined) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByRole('heading', { name: 'Creating Event...' })).toBeDefined();
  });

  it('Create Event creates a personal event in My Schedule (PERM-16)', async () => {
    const { created } = show({}, 'my-q');
    walkTo(5, 'Dentist');
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()[0]?.body).toMatchObject({ groupId: 'my-q', name: 'Dentist' });
  });

  it.each([
    [{ error: 'You may not create events here' }, 'You may not create events here'],
    [{}, 'Failed to create event'],
  ])('after a failure of %j, Create Event keeps everything and says %s (ERR-07)', async (answer, text) => {
    const { onClose } = show({ create: () => json(answer, 403) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('Create Event treats a failed check as no conflict (EVENT-40)', async () => {
    const { created } = show({ conflicts: () => json({ error: 'No' }, 400) });
    walkTo(5);
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()).toHaveLength(1);
  });

  const inspection: ConflictView = {
    _id: 'c1',
    name: 'Boiler inspection',
    groupId: 'group-4b',
    groupName: 'Apartment 4B',
    date: '2026-05-14',
    time: '11:00',
    duration: 45,
    startsAt: '2026-05-14T15:00:00.000Z',
    endsAt: '2026-05-14T15:45:00.000Z',
    createdBy: { firstName: 'Noor', lastName: 'Haddad' },
  };

  it('Create Event shows overlapping events, and creates its own anyway on request (EVENT-36, EVENT-37, EVENT-38)', async () => {
    const { created } = show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    walkTo(5);
    fireEvent.click(createButton());
    const dialog = await screen.findByRole('alertdialog', { name: 'Schedule Conflict' });
    for (const text of [
      'Proof sign-off overlaps with 1 event on Thursday, May 14.',
      '10:45 – 11:45 AM · 1 hr',
      'Boiler inspection',
      '11:00 – 11:45 AM · 45 min',
      'Apartment 4B',
      'Created by Noor Haddad',
    ])
      expect(within(dialog).getByText(text)).toBeDefined();
    expect(created()).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Anyway' }));
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()).toHaveLength(1);
  });

  it('Cancel in the question about conflicts returns to the entries and creates nothing (EVENT-39)', async () => {
    const { created } = show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    walkTo(5);
    fireEvent.click(createButton());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(created()).toEqual([]);
  });

  it('the create button has the focus after Cancel, even if the name alone led to the question about conflicts', async () => {
    show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    type('Event name', 'Lunch tomorrow 12pm');
    createButton().focus();
    fireEvent.click(createButton());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(createButton()));
  });

  it('the question about conflicts stays when the time of the event arrives, and then Create Anyway says why it fails (EVENT-19, EVENT-38)', async () => {
    const { created, pass } = show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    walkTo(5);
    fireEvent.click(createButton());
    const dialog = await screen.findByRole('alertdialog', { name: 'Schedule Conflict' });
    pass(3_600_000);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Create Anyway' }));
    expect(await screen.findByText('Time cannot be in the past')).toBeDefined();
    expect(created()).toEqual([]);
  });

  it('Create Event, asked again after no answer, creates one event and does not ask about that event itself (CQRS-01)', async () => {
    let isDown = true;
    const { created, asked } = show({
      create: () => (isDown ? json({}, 500) : json({ event: calendarEvent('new') })),
    });
    walkTo(5);
    fireEvent.click(createButton());
    await screen.findByText('Failed to create event');
    isDown = false;
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    const keys = created().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(asked('check-conflicts')).toHaveLength(1);
  });

  it('Create Event, asked for another group after no answer, checks again and creates another event (EVENT-35, CQRS-01)', async () => {
    let isDown = true;
    const create = () => (isDown ? json({}, 500) : json({ event: calendarEvent('new') }));
    const { created, asked } = show({ create }, 'my-q');
    await screen.findByRole('combobox', { name: 'Group' });
    walkTo(5);
    fireEvent.click(createButton());
    await screen.findByText('Failed to create event');
    for (let steps = 0; steps < 4; steps += 1) fireEvent.click(button('Back'));
    fireEvent.change(screen.getByRole('combobox', { name: 'Group' }), { target: { value: 'group-1' } });
    for (let steps = 0; steps < 4; steps += 1) next();
    isDown = false;
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created().map(({ body }) => body)).toMatchObject([{ groupId: 'my-q' }, { groupId: 'group-1' }]);
    expect(new Set(created().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
    expect(asked('check-conflicts')).toHaveLength(2);
  });

  it('a double click on Next leaves the review of Create Event to be read, and creates nothing (EVENT-01)', async () => {
    const { asked } = show();
    walkTo(5);
    fireEvent.click(createButton(), { detail: 2 });
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(asked('check-conflicts')).toEqual([]);
  });
});
