// @vitest-environment happy-dom

import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useMemo, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { timedEvent } from '../../entities/calendar-entry/timed-event.ts';
import { calendarEvent } from '../../entities/testing/calendar.ts';
import { ada, fakeServices, json, person, type Sent } from '../../entities/testing/fakes.ts';
import { renderScreen } from '../../entities/testing/render-screen.tsx';
import { EventCard } from './event-card.tsx';
import { useEdits } from './use-edits.ts';

afterEach(cleanup);

const mine = person(ada._id, 'Ada');
type Show = { timeZone?: string; viewerId?: string; named?: boolean; answer?: (sent: Sent) => Response };

let arrive: (event: EventView) => void;
type HostProps = { first: EventView } & Omit<Required<Show>, 'answer'>;
function Host({ first, timeZone, viewerId, named }: HostProps) {
  const [event, setEvent] = useState(first);
  arrive = setEvent;
  const edits = useEdits();
  const actions = useMemo(
    () => ({
      toggle: edits.toggle,
      beginEdit: edits.begin,
      typeEdit: edits.type,
      endEdit: edits.end,
      editTimes: () => undefined,
      remove: () => undefined,
    }),
    [edits],
  );
  return (
    <EventCard
      timed={timedEvent(event)}
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
  { timeZone = 'America/New_York', viewerId = ada._id, named = false, answer }: Show = {},
) => {
  const { services, sent } = fakeServices(answer ?? (() => json({ event })));
  const { now } = services;
  let passed = 0;
  const screenOf = <Host first={event} timeZone={timeZone} viewerId={viewerId} named={named} />;
  const { tick } = renderScreen(screenOf, { ...services, now: () => now() + passed });
  wait = (milliseconds) => {
    passed += milliseconds;
    tick();
  };
  return { sent };
};
const expand = () => fireEvent.click(screen.getByRole('button', { name: /^Show details for/ }));
const button = (name: string) => screen.queryByRole('button', { name });

describe('event card', () => {
  it('CAL-18 shows the details only when it is expanded', () => {
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
  ])('CAL-14 CAL-15 CAL-16 CAL-17 at 10:42 an event of %s and %i minutes reads %s', (at, duration, text) => {
    show(calendarEvent('a', { at, duration }));
    expect(screen.getByText(text)).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(
      String(Math.floor(((10 * 60 + 42 - Number(at.split(':')[0]) * 60 - Number(at.split(':')[1])) / duration) * 100)),
    );
  });

  it('CAL-19 CAL-22 PERM-15 offers changes to the creator alone, and of past events only the deletion', () => {
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

  it('CAL-10 names its group in My Schedule, and the personal ones as such', () => {
    show(calendarEvent('a', { groupName: 'Film Club' }), { named: true });
    expect(screen.getByText('Film Club')).toBeDefined();
    cleanup();
    show(calendarEvent('b', { isMyQEvent: true, groupId: 'my-q', groupName: '' }), { named: true });
    expect(screen.getByText('Personal')).toBeDefined();
  });

  it('says on which day an event ends that lasts a day or longer', () => {
    show(calendarEvent('a', { at: '9:00', duration: 2880 }));
    expect(screen.getByText('May 16')).toBeDefined();
  });

  it('says no day of an event that only runs past midnight', () => {
    show(calendarEvent('a', { at: '22:00', duration: 180 }));
    expect(screen.queryByText('May 15')).toBeNull();
  });

  it("OPEN-052 shows the viewer's time and names the creator's where the zones differ", () => {
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

  it('CAL-20 Cancel restores the old values', () => {
    const { sent } = show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('heading', { name: 'Dinner' })).toBeDefined();
    expect(sent.filter(({ method }) => method === 'PUT')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }));
    expect(field('Event name').value).toBe('Dinner');
  });

  it('CAL-20 API-43 Save Changes sends what was changed', async () => {
    const { sent } = show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner', location: 'Home' }));
    edit();
    fireEvent.change(field('Location'), { target: { value: 'The Anchor' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([{ location: 'The Anchor' }]);
  });

  it('CAL-19 keeps what is being typed when the event ends, until it is saved or given up', async () => {
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

  it('CAL-21 a refused save puts the old values back silently', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    show(calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner' }), {
      answer: ({ method }) => (method === 'PUT' ? json({ error: 'No such event' }, 404) : json({})),
    });
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
    expect(screen.getByRole('heading', { name: 'Dinner' })).toBeDefined();
    expect(screen.queryByText('No such event')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('EVENT-10 an empty name cannot be saved', () => {
    show(calendarEvent('a', { at: '13:30', creator: mine }));
    edit();
    fireEvent.change(field('Event name'), { target: { value: '   ' } });
    expect(screen.getByText('Event name is required')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' }).disabled).toBe(true);
  });

  it('keeps what is typed while a newer version arrives, and tells of it', () => {
    const event = calendarEvent('a', { at: '13:30', creator: mine, name: 'Dinner', location: 'Home' });
    show(event);
    edit();
    fireEvent.change(field('Event name'), { target: { value: 'Supper' } });
    act(() => arrive({ ...event, location: 'The Anchor', revision: 2 }));
    expect(screen.getByText('Changed meanwhile: The Anchor')).toBeDefined();
    expect(field('Event name').value).toBe('Supper');
  });
});
