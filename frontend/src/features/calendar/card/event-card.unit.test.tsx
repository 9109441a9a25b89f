import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadExpansion } from '../../../data/calendar-entry/expansion.ts';
import { timedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { ada, fakeServices, json, person, type Sent } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { EventCard } from './event-card.tsx';
import { CardBody } from './later.ts';
import { EventEditor } from './later-parts.ts';
import { useEdits } from './use-edits.ts';

beforeAll(EventEditor.preload);
beforeAll(CardBody.preload);
beforeAll(loadExpansion);

const mine = person(ada._id, 'Ada');
type Show = { date?: string; timeZone?: string; viewerId?: string; named?: boolean; answer?: (sent: Sent) => Response };

let arrive: (event: EventView) => void;
type HostProps = { first: EventView } & Omit<Required<Show>, 'answer'>;
function Host({ first, date, timeZone, viewerId, named }: HostProps) {
  const [event, setEvent] = useState(first);
  arrive = setEvent;
  const edits = useEdits('group-1');
  const actions = useMemo(
    () => ({
      toggle: edits.toggle,
      beginEdit: edits.begin,
      typeEdit: edits.type,
      endEdit: edits.end,
      editTimes: () => undefined,
      showHistory: () => undefined,
      remove: () => undefined,
    }),
    [edits],
  );
  return (
    <EventCard
      timed={timedEvent(event)}
      rowKey={event._id}
      date={date}
      timeZone={timeZone}
      viewerId={viewerId}
      accent={named ? 'purple' : undefined}
      expanded={edits.isExpanded(event._id)}
      edit={edits.of(event._id)}
      actions={actions}
    />
  );
}

let wait: (milliseconds: number) => void;
const show = (
  event: EventView,
  { date = event.date, timeZone = 'America/New_York', viewerId = ada._id, named = false, answer }: Show = {},
) => {
  const { services, sent } = fakeServices(answer ?? (() => json({ event })));
  const { now } = services;
  let passed = 0;
  const screenOf = <Host first={event} date={date} timeZone={timeZone} viewerId={viewerId} named={named} />;
  const { tick } = renderScreen(screenOf, { ...services, now: () => now() + passed });
  wait = (milliseconds) => {
    passed += milliseconds;
    tick();
  };
  return { sent };
};
const link = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name });
const expand = () => fireEvent.click(screen.getByRole('button', { name: /^Show details for/ }));
const button = (name: string) => screen.queryByRole('button', { name });

describe('an event card', () => {
  it('an event card makes links clickable, and looks its place up on a map', () => {
    const description = 'Notes: https://docs.example.com/a and menu.example.com';
    show(calendarEvent('a', { at: '13:30', description, location: '12 Main St & Elm' }));
    expand();
    expect(link('https://docs.example.com/a').href).toBe('https://docs.example.com/a');
    expect(link('menu.example.com').href).toBe('https://menu.example.com/');
    expect(link('12 Main St & Elm').href).toBe(
      'https://www.google.com/maps/search/?api=1&query=12%20Main%20St%20%26%20Elm',
    );
  });

  it('an event card opens a web address given as its place', () => {
    show(calendarEvent('a', { at: '13:30', location: 'https://webinar.example.com/42' }));
    expand();
    expect(link('https://webinar.example.com/42').href).toBe('https://webinar.example.com/42');
  });

  it('an event card shows the details only when it is expanded (CAL-18)', () => {
    show(calendarEvent('a', { at: '13:30', description: 'Bring the samples', duration: 45 }));
    expect(screen.queryByText('Bring the samples')).toBeNull();
    expand();
    expect(screen.getByText('Bring the samples')).toBeDefined();
    expect(screen.getByText('Thursday, May 14, 2026')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Hide details for Event a' }));
    expect(screen.queryByText('Bring the samples')).toBeNull();
  });

  it.each([
    ['10:42', 60, 'Started just now'],
    ['10:00', 60, 'Started 42m ago'],
    ['9:00', 180, 'Started 1h 42m ago'],
    ['9:50', 60, 'Ends in 7m'],
    ['9:43', 60, 'Ending now'],
  ])(
    'at 10:42 the card of an event of %s and %i minutes reads %s (CAL-14, CAL-15, CAL-16, CAL-17)',
    (at, duration, text) => {
      show(calendarEvent('a', { at, duration }));
      expect(screen.getByText(text)).toBeDefined();
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(
        String(
          Math.floor(((10 * 60 + 42 - Number(at.split(':')[0]) * 60 - Number(at.split(':')[1])) / duration) * 100),
        ),
      );
    },
  );

  it('an event card offers changes only to the creator, and only deletion for past events (CAL-19, CAL-22, PERM-15)', () => {
    show(calendarEvent('a', { at: '13:30', creator: mine }));
    expand();
    expect([button('Edit'), button('Edit Date & Time'), button('Delete')].every((one) => one !== null)).toBe(true);
    cleanup();
    show(calendarEvent('b', { at: '13:30' }));
    expand();
    expect([button('Edit'), button('Edit Date & Time'), button('Delete')]).toEqual([null, null, null]);
    cleanup();
    show(calendarEvent('c', { at: '8:00', creator: mine }));
    expand();
    expect([button('Edit'), button('Edit Date & Time')]).toEqual([null, null]);
    expect(button('Delete')).not.toBeNull();
  });

  it('an event card names its group in My Schedule, and marks personal events (CAL-10)', () => {
    show(calendarEvent('a', { groupName: 'Film Club' }), { named: true });
    expect(screen.getByText('Film Club')).toBeDefined();
    cleanup();
    show(calendarEvent('b', { isMyQEvent: true, groupId: 'my-q', groupName: '' }), { named: true });
    expect(screen.getByText('Personal')).toBeDefined();
  });

  it('an event card names the day of the end of an event that lasts a day or longer', () => {
    show(calendarEvent('a', { at: '9:00', duration: 2880 }));
    expect(screen.getByText('May 16')).toBeDefined();
  });

  it('an event card names the day of an end past midnight, but not at midnight', () => {
    show(calendarEvent('a', { at: '22:00', duration: 180 }));
    expect(screen.getByText('May 15')).toBeDefined();
    cleanup();
    show(calendarEvent('a', { at: '22:00', duration: 120 }));
    expect(screen.queryByText('May 15')).toBeNull();
  });

  it('an event card has the words of its rule from the first moment on (SERIES-24)', () => {
    show(calendarEvent('a', { repeats: { unit: 'week', every: 1 } }));
    expect(screen.getByText('Every week on Thursday')).toBeDefined();
  });

  it('an event card names the zone of an end in the hour that the clock repeats', () => {
    show(calendarEvent('a', { date: '2026-11-01', at: '1:45', duration: 30 }));
    expect(screen.getByText('1:15 AM EST')).toBeDefined();
  });

  it('an event card names the year of an end in another year', () => {
    show(calendarEvent('a', { duration: 365 * 24 * 60 }));
    expect(screen.getByText('May 14, 2027')).toBeDefined();
  });

  it('an event card says on later days of its event how long it continues (OPEN-040)', () => {
    const trip = calendarEvent('a', { at: '18:00', duration: 48 * 60 + 285 });
    show(trip, { date: '2026-05-15' });
    expect(screen.getByText('all day')).toBeDefined();
    cleanup();
    show(trip, { date: '2026-05-16' });
    expect(screen.getByText('until 10:45 PM')).toBeDefined();
    expect(screen.queryByText('6:00 PM')).toBeNull();
  });

  it('an event over several days shows its progress only in today’s row (CAL-14, OPEN-040)', () => {
    const trip = calendarEvent('a', { date: '2026-05-13', at: '18:00', duration: 48 * 60 });
    const rows = ['2026-05-13', '2026-05-14', '2026-05-15'].map((date) => {
      show(trip, { date });
      const row = [
        screen.queryByRole('progressbar') !== null,
        document.querySelector('.event-row')?.classList.contains('event-row--past'),
      ];
      cleanup();
      return row;
    });
    expect(rows).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
  });

  it("an event card shows the viewer's time, and the creator's if the zones differ (OPEN-052)", () => {
    show(calendarEvent('a', { at: '15:00', creator: person('user-b', 'Sam') }), { timeZone: 'America/Los_Angeles' });
    expect(screen.getByText('12:00 PM')).toBeDefined();
    expect(screen.getByText('3:00 – 4:00 PM in New York, Sam’s time')).toBeDefined();
    expand();
    expect(screen.getByText('12:00 – 1:00 PM, Los Angeles')).toBeDefined();
    expect(screen.getByText('3:00 – 4:00 PM, New York')).toBeDefined();
    cleanup();
    show(calendarEvent('b', { at: '15:00' }));
    expect(screen.queryByText(/in New York/)).toBeNull();
  });

  const edit = () => {
    expand();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
  };
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) });

  it('Cancel restores the old values of an event card (CAL-20)', () => {
    const { sent } = show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Dinner' })).toBeDefined();
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(field('Event name').value).toBe('Dinner');
  });

  it('Escape ends the editing of an event card, which stays open', () => {
    show(calendarEvent('a', { at: '13:30', createdBy: ada._id }));
    expand();
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    const name = screen.getByRole('textbox', { name: /^Event name/ });
    expect(fireEvent.keyDown(name, { key: 'Escape' })).toBe(false);
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.getByText('Created by')).toBeDefined();
  });

  it('an event card asks before Escape discards typed text, and returns the focus either way', async () => {
    show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    fireEvent.keyDown(field('Event name'), { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Keep Editing' }));
    await waitFor(() => expect(document.activeElement).toBe(field('Event name')));
    expect(field('Event name').value).toBe('Supper');
    fireEvent.keyDown(field('Event name'), { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(document.activeElement).toBe(button('Edit')));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each(['Cancel', 'Save Changes'])('an event card returns the focus to Edit after %s', async (name) => {
    show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    expect(document.activeElement).toBe(field('Event name'));
    fireEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
    expect(document.activeElement).toBe(button('Edit'));
  });

  it('Save Changes sends only the changes of an event card (CAL-20, API-43)', async () => {
    const { sent } = show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner', location: 'Home' }));
    edit();
    fireEvent.change(field('Location'), { target: { value: 'The Anchor' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ location: 'The Anchor' }]);
  });

  it('Save Changes of an event card is enabled once something was changed', () => {
    show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }));
    edit();
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' });
    expect(save().disabled).toBe(true);
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    expect(save().disabled).toBe(false);
    fireEvent.change(field('Event name'), { target: { value: 'Dinner' } });
    expect(save().disabled).toBe(true);
  });

  it('an event card keeps typed text when the event ends, until it is saved or discarded (CAL-19)', async () => {
    const { sent } = show(calendarEvent('a', { at: '10:30', creator: mine, name: 'Dinner' }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    wait(2 * HOUR_MS);
    expect(field('Event name').value).toBe('Supper');
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ name: 'Supper' }]);
    expect(button('Edit')).toBeNull();
  });

  it.each([
    ['a refusal', { error: 'Only its creator may change an event' }, 403, 'Only its creator may change an event'],
    ['a failure of the server', {}, 500, 'Failed to update event'],
  ])('an event card keeps what was typed after %s of its save, and says why', async (_, body, status, text) => {
    show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }), {
      answer: ({ method }) => (method === 'PUT' ? json(body, status) : json({})),
    });
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(field('Event name').value).toBe('Supper');
  });

  it('an event card refuses to save an empty name (EVENT-10)', () => {
    show(calendarEvent('a', { at: '13:30', creator: mine }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: '   ' } });
    expect(screen.getByText('Event name is required')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true);
  });

  it('an event card keeps typed text when a newer version arrives, and reports it', () => {
    const event = calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner', location: 'Home' });
    show(event);
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    act(() => arrive({ ...event, location: 'The Anchor', revision: 2 }));
    expect(screen.getByText('Changed meanwhile: The Anchor')).toBeDefined();
    expect(field('Event name').value).toBe('Supper');
  });
});
