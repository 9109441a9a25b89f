// @vitest-environment happy-dom
import type { ConflictView } from '@quorum/contracts/wire/views.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../entities/calendar-entry/time-zone.ts';
import { calendarEvent } from '../../entities/testing/calendar.ts';
import { fakeServices, group, json, type Reply, type Sent } from '../../entities/testing/fakes.ts';
import { renderScreen } from '../../entities/testing/render-screen.tsx';
import EventWizard from './event-wizard.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

type Answers = Partial<Record<'conflicts' | 'create' | 'addresses', (sent: Sent) => Reply>>;
const none = { hasConflicts: false, conflicts: [] };

const show = (answers: Answers = {}, groupId = 'group-1') => {
  const { services, sent } = fakeServices((call) => {
    if (call.url.includes('check-conflicts')) return answers.conflicts?.(call) ?? json(none);
    if (call.url.includes('autocomplete')) return answers.addresses?.(call) ?? json({ suggestions: [] });
    if (call.method === 'POST') return answers.create?.(call) ?? json({ event: calendarEvent('new') });
    if (call.url.startsWith('/api/events')) return json({ events: [] });
    if (call.url.includes('my-groups')) return json({ groups: [group('group-1')] });
    return json({ preferences: {} });
  });
  const onClose = vi.fn();
  const mine = groupId === 'my-q';
  const screenOf = (
    <TimeZoneContext value="America/New_York">
      <EventWizard
        groupId={groupId}
        group={mine ? undefined : group('group-1', { memberCount: 8 })}
        onClose={onClose}
      />
    </TimeZoneContext>
  );
  renderScreen(screenOf, services);
  const created = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/events');
  const asked = (part: string) => sent.filter(({ url }) => url.includes(part));
  return { onClose, sent, created, asked };
};

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const next = () => fireEvent.click(button('Next'));
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } });
const step = () => screen.queryByRole('listitem', { current: 'step' })?.textContent;
const walkTo = (last: number, name = 'Proof sign-off') => {
  type('Event name', name);
  for (let count = 1; count < last; count += 1) next();
};
const createButton = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Event' });

describe('Create Event', () => {
  it('EVENT-01 EVENT-02 LIMIT-07 walks through five steps and back', () => {
    show();
    expect(step()).toBe('Event Details');
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    type('Event name', 'Proof sign-off');
    const seen = ['Date & Time', 'Duration', 'Location', 'Review & Create'].map((name) => {
      next();
      return [step(), name];
    });
    expect(seen.every(([shown, name]) => shown === name)).toBe(true);
    fireEvent.click(button('Back'));
    expect(step()).toBe('Location');
  });

  it('EVENT-03 EVENT-10 is held up by an empty name', () => {
    show();
    expect(button('Next').disabled).toBe(true);
    type('Event name', '  ');
    expect(screen.getByText('Event name is required')).toBeDefined();
    expect(button('Next').disabled).toBe(true);
    type('Event name', 'x');
    expect(button('Next').disabled).toBe(false);
  });

  it('EVENT-14 EVENT-15 LIMIT-05 offers 96 quarter hours, the past ones disabled, the next one chosen', () => {
    show();
    walkTo(2);
    const times = screen.getByRole('listbox', { name: 'Time' });
    const slots = within(times).getAllByRole<HTMLButtonElement>('option');
    expect(slots).toHaveLength(96);
    const slot = (name: string) => within(times).getByRole<HTMLButtonElement>('option', { name });
    expect([slot('10:30 AM').disabled, slot('10:45 AM').disabled]).toEqual([true, false]);
    expect(slot('10:45 AM').getAttribute('aria-selected')).toBe('true');
    const day = (name: RegExp) => screen.getByRole<HTMLButtonElement>('option', { name });
    expect([day(/May 13/).disabled, day(/May 14/).disabled]).toEqual([true, false]);
    expect(button('Previous week').disabled).toBe(true);
  });

  it('EVENT-13 walks through weeks, drops down a month, and takes a quarter hour or a time of its own', () => {
    show();
    walkTo(2);
    const day = (name: RegExp) => screen.queryByRole('option', { name });
    fireEvent.click(button('Next week'));
    expect([day(/May 14/), day(/May 21/)].map(Boolean)).toEqual([false, true]);
    fireEvent.click(button('Previous week'));
    expect(day(/May 14/)).toBeTruthy();
    fireEvent.click(button('May 2026, choose a date'));
    expect(screen.getByRole('grid', { name: 'May 2026' })).toBeTruthy();
    fireEvent.click(screen.getByRole('gridcell', { name: /^May 28/ }));
    expect(day(/May 28/)?.getAttribute('aria-selected')).toBe('true');
    const times = within(screen.getByRole('listbox', { name: 'Time' })).getAllByRole('option');
    expect([times.length, times.slice(0, 2).map(({ textContent }) => textContent)]).toEqual([96, ['12:00', '12:15']]);
    type('Hour', '9');
    type('Minute', '7');
    expect(screen.getByText('9:07 AM')).toBeDefined();
  });

  it('moves through the times by arrows past disabled ones, and jumps to what is typed', () => {
    show();
    walkTo(2);
    const slot = (name: string) => screen.getByRole('option', { name });
    slot('10:45 AM').focus();
    fireEvent.keyDown(slot('10:45 AM'), { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(slot('10:45 AM'));
    fireEvent.keyDown(slot('10:45 AM'), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(slot('11:45 AM'));
    for (const key of ['1', ':', '4']) fireEvent.keyDown(document.activeElement ?? slot('11:45 AM'), { key });
    expect(document.activeElement).toBe(slot('1:45 PM'));
    fireEvent.keyDown(slot('1:45 PM'), { key: 'End' });
    expect(document.activeElement).toBe(slot('11:45 PM'));
  });

  it('EVENT-11 EVENT-17 EVENT-18 EVENT-19 takes a custom time, but no missing and no past one', () => {
    show();
    walkTo(2);
    type('Hour', '9');
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
    expect(button('Next').disabled).toBe(true);
    type('Minute', '');
    expect(screen.getByRole('alert').textContent).toBe('Date and time are required');
    type('Hour', '12');
    type('Minute', '077');
    expect(screen.getByLabelText<HTMLInputElement>('Minute').value).toBe('07');
    fireEvent.click(screen.getByRole('radio', { name: 'PM' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('12:07 PM')).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: 'AM' }));
    expect(screen.getByRole('alert').textContent).toBe('Time cannot be in the past');
  });

  it('EVENT-21 EVENT-23 EVENT-24 LIMIT-06 offers four durations, an hour chosen, and a custom one above zero', () => {
    show();
    walkTo(3);
    expect(screen.getAllByRole('radio').map((tile) => tile.querySelector('b')?.textContent)).toEqual([
      '15 min',
      '30 min',
      '45 min',
      '1 hr',
    ]);
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('1 hrto 11:45 AM');
    type('Hours', '0');
    expect(button('Next').disabled).toBe(true);
    type('Minutes', '90');
    expect(button('Next').disabled).toBe(true);
    type('Minutes', '45');
    expect(screen.getByRole('radio', { checked: true }).textContent).toContain('45 min');
    expect(button('Next').disabled).toBe(false);
  });

  it.each([
    ['Teams', 'teams.microsoft.com/l/meetup-join/19%3a1'],
    ['Meet', 'https://meet.google.com/abc-defg-hij'],
    ['Zoom', 'https://us02web.zoom.us/j/84412093377?pwd=x'],
  ])('EVENT-25 EVENT-26 EVENT-27 EVENT-28 EVENT-29 EVENT-30 LIMIT-25 takes only real links of %s', (name, link) => {
    const { asked } = show();
    walkTo(4);
    fireEvent.click(screen.getByRole('radio', { name }));
    expect(button('Next').disabled).toBe(false);
    type(`${name} link`, 'https://example.com/meeting');
    expect(screen.getByText(`Please enter a valid ${name} meeting link`)).toBeDefined();
    expect(button('Next').disabled).toBe(true);
    type(`${name} link`, link);
    expect(screen.queryByText(/Please enter/)).toBeNull();
    expect(button('Next').disabled).toBe(false);
    expect(asked('autocomplete')).toEqual([]);
  });

  const location = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Location/ });
  const write = async (value: string) => {
    fireEvent.change(location(), { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(100));
  };

  it('EVENT-31 EVENT-34 LIMIT-04 suggests addresses from three characters on, once the typing has paused', async () => {
    const { asked } = show({
      addresses: () => json({ suggestions: ['240 Harbor St, Oakland, CA 94607', '240 Harmon St'] }),
    });
    walkTo(4);
    await write('24');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(asked('autocomplete')).toEqual([]);
    await write('240');
    await write('240 Ha');
    expect(asked('autocomplete')).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(asked('autocomplete').map(({ url }) => url)).toEqual(['/api/events/address-autocomplete?query=240+Ha']);
    await screen.findByRole('listbox', { name: 'Address suggestions' });
    fireEvent.keyDown(location(), { key: 'ArrowDown' });
    fireEvent.keyDown(location(), { key: 'Enter' });
    expect(location().value).toBe('240 Harbor St, Oakland, CA 94607');
    expect(screen.queryByRole('listbox', { name: 'Address suggestions' })).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(asked('autocomplete')).toHaveLength(1);
    fireEvent.click(screen.getByRole('radio', { name: 'Zoom' }));
    type('Zoom link', '240 Harbor');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(screen.queryByRole('listbox', { name: 'Address suggestions' })).toBeNull();
    expect(asked('autocomplete')).toHaveLength(1);
  });

  it('EVENT-32 EVENT-33 says that it loads, finds nothing or fails, and keeps what was typed', async () => {
    let release: (reply: Response) => void = () => undefined;
    show({
      addresses: ({ url }) =>
        url.includes('slow')
          ? new Promise<Response>((resolve) => {
              release = resolve;
            })
          : json({ error: 'No' }, 400),
    });
    walkTo(4);
    await write('slow lane');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(await screen.findByText('Loading addresses...')).toBeDefined();
    await act(async () => release(json({ suggestions: [] })));
    expect(await screen.findByText('No addresses found')).toBeDefined();
    await write('broken road');
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(await screen.findByText('Unable to load address suggestions')).toBeDefined();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(screen.queryByText('Unable to load address suggestions')).toBeNull();
    expect(location().value).toBe('broken road');
  });

  it('EVENT-04 EVENT-05 EVENT-06 EVENT-35 checks, creates with its own zone, and closes two seconds after success', async () => {
    const { created, asked, onClose } = show();
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByRole('heading', { name: 'Event Created!' })).toBeDefined();
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
      },
    ]);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(onClose).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(600));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('EVENT-04 EVENT-05 says what it does while it creates', async () => {
    show({ create: () => new Promise<Response>(() => undefined) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByRole('heading', { name: 'Creating Event...' })).toBeDefined();
  });

  it('PERM-16 makes a personal event in My Schedule', async () => {
    const { created } = show({}, 'my-q');
    walkTo(5, 'Dentist');
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()[0]?.body).toMatchObject({ groupId: 'my-q', name: 'Dentist' });
  });

  it.each([
    [{ error: 'You may not create events here' }, 'You may not create events here'],
    [{}, 'Failed to create event'],
  ])('ERR-07 a failure of %j keeps everything and says %s', async (answer, text) => {
    const { onClose } = show({ create: () => json(answer, 403) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('EVENT-40 a failed check counts as no conflict', async () => {
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

  it('EVENT-36 EVENT-37 EVENT-38 shows what the event would overlap, and creates it anyway', async () => {
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

  it('EVENT-39 Cancel leads back to the entries and creates nothing', async () => {
    const { created } = show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    walkTo(5);
    fireEvent.click(createButton());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(created()).toEqual([]);
  });
});
