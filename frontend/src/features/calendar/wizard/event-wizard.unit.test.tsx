// @vitest-environment happy-dom
import type { ConflictView } from '@quorum/contracts/wire/views.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { fakeServices, group, json, type Reply, type Sent } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
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

const show = (answers: Answers = {}, groupId = 'group-1', date?: string) => {
  const { services, sent } = fakeServices((call) => {
    if (call.url.includes('check-conflicts')) return answers.conflicts?.(call) ?? json(none);
    if (call.url.includes('autocomplete')) return answers.addresses?.(call) ?? json({ suggestions: [] });
    if (call.method === 'POST') return answers.create?.(call) ?? json({ event: calendarEvent('new') });
    if (call.url.startsWith('/api/events')) return json({ events: [] });
    if (call.url.includes('my-groups')) return json({ groups: [group('group-1')] });
    return json({ preferences: {} });
  });
  const onClose = vi.fn();
  const onCreated = vi.fn();
  const mine = groupId === 'my-q';
  const screenOf = (
    <TimeZoneContext value="America/New_York">
      <EventWizard
        groupId={groupId}
        group={mine ? undefined : group('group-1', { memberCount: 8 })}
        date={date}
        onCreated={onCreated}
        onClose={onClose}
      />
    </TimeZoneContext>
  );
  renderScreen(screenOf, services);
  const created = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/events');
  const asked = (part: string) => sent.filter(({ url }) => url.includes(part));
  return { onClose, onCreated, sent, created, asked };
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
  it('walks through five steps and back (EVENT-01, EVENT-02, LIMIT-07)', () => {
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

  it('is held up by an empty name (EVENT-03, EVENT-10)', () => {
    show();
    expect(button('Next').disabled).toBe(true);
    type('Event name', '  ');
    expect(screen.getByText('Event name is required')).toBeDefined();
    expect(button('Next').disabled).toBe(true);
    type('Event name', 'x');
    expect(button('Next').disabled).toBe(false);
  });

  it('offers 96 quarter hours, the past ones disabled, the next one chosen (EVENT-14, EVENT-15, LIMIT-05)', () => {
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

  it('walks through weeks, drops down a month, and takes a quarter hour or a time of its own (EVENT-13)', () => {
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

  it('goes on with the keyboard on the time of the second step', () => {
    show();
    walkTo(2);
    expect(document.activeElement?.closest('[role="listbox"]')?.textContent).toContain('10 AM');
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

  it('takes a custom time, but no missing and no past one (EVENT-11, EVENT-17, EVENT-18, EVENT-19)', () => {
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

  it('offers four durations, an hour chosen, and a custom one above zero (EVENT-21, EVENT-23, EVENT-24, LIMIT-06)', () => {
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
  ])(
    'takes only real links of %s (EVENT-25, EVENT-26, EVENT-27, EVENT-28, EVENT-29, EVENT-30, LIMIT-25)',
    (name, link) => {
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
    },
  );

  const location = () => screen.getByRole<HTMLInputElement>('combobox', { name: /Location/ });
  const write = async (value: string) => {
    fireEvent.change(location(), { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(100));
  };

  it('suggests addresses from three characters on, once the typing has paused (EVENT-31, EVENT-34, LIMIT-04)', async () => {
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

  it('the address field says that it loads, finds nothing or fails, and keeps what was typed (EVENT-32, EVENT-33)', async () => {
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

  it('checks, creates with its own zone, and closes two seconds after success (EVENT-04, EVENT-05, EVENT-06, EVENT-35)', async () => {
    const { created, asked, onClose, onCreated } = show();
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
    expect(onCreated.mock.calls).toMatchObject([[{ _id: 'new' }]]);
  });

  it('opens on the chosen day at nine, and on a day that is over with the next quarter hour', () => {
    show({}, 'group-1', '2026-05-20');
    walkTo(2);
    expect(screen.getByText('9:00 AM')).toBeDefined();
    expect(screen.getByText('Wednesday, May 20, 2026')).toBeDefined();
    cleanup();
    show({}, 'group-1', '2026-05-13');
    walkTo(2);
    expect(screen.getByText('10:45 AM')).toBeDefined();
    expect(screen.getByText('Thursday, May 14, 2026')).toBeDefined();
  });

  it('asks before Escape or Close throws away what was entered', () => {
    const { onClose } = show();
    walkTo(2);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    const question = screen.getByRole('alertdialog', { name: 'Discard this event?' });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(within(question).getByRole('button', { name: 'Keep Editing' }));
    expect(screen.getByText('Proof sign-off')).toBeDefined();
    fireEvent.click(button('Close'));
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes at once while nothing was entered', () => {
    const { onClose } = show();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says what it does while it creates (EVENT-04, EVENT-05)', async () => {
    show({ create: () => new Promise<Response>(() => undefined) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByRole('heading', { name: 'Creating Event...' })).toBeDefined();
  });

  it('makes a personal event in My Schedule (PERM-16)', async () => {
    const { created } = show({}, 'my-q');
    walkTo(5, 'Dentist');
    fireEvent.click(createButton());
    await screen.findByRole('heading', { name: 'Event Created!' });
    expect(created()[0]?.body).toMatchObject({ groupId: 'my-q', name: 'Dentist' });
  });

  it.each([
    [{ error: 'You may not create events here' }, 'You may not create events here'],
    [{}, 'Failed to create event'],
  ])('a failure of %j keeps everything and says %s (ERR-07)', async (answer, text) => {
    const { onClose } = show({ create: () => json(answer, 403) });
    walkTo(5);
    fireEvent.click(createButton());
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('a failed check counts as no conflict (EVENT-40)', async () => {
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

  it('shows what the event would overlap, and creates it anyway (EVENT-36, EVENT-37, EVENT-38)', async () => {
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

  it('Cancel leads back to the entries and creates nothing (EVENT-39)', async () => {
    const { created } = show({ conflicts: () => json({ hasConflicts: true, conflicts: [inspection] }) });
    walkTo(5);
    fireEvent.click(createButton());
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByRole('heading', { name: 'Proof sign-off' })).toBeDefined();
    expect(created()).toEqual([]);
  });
});
