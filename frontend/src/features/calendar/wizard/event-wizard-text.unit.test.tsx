import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { fakeServices, group, json, type Sent } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import EventWizard from './event-wizard.tsx';

const mine = group('group-1', { name: 'Film Club' });
/** On Thursday, May 14, 2026. */
const show = (groupId = 'group-1', date?: string) => {
  const { services, sent } = fakeServices(({ url, method }) => {
    if (url.includes('check-conflicts')) return json({ hasConflicts: false, conflicts: [] });
    return method === 'POST'
      ? json({ event: calendarEvent('new') })
      : json({ preferences: {}, groups: [mine], events: [] });
  });
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <EventWizard groupId={groupId} group={groupId === 'my-q' ? undefined : mine} date={date} onClose={vi.fn()} />
    </TimeZoneContext>,
    services,
  );
  return (): Sent[] => sent.filter(({ method, url }) => method === 'POST' && url === '/api/events');
};
const name = () => screen.getByLabelText<HTMLInputElement>(/^Event name/);
const type = (value: string) => fireEvent.change(name(), { target: { value } });
const press = (label: string) => fireEvent.click(screen.getByRole('button', { name: label }));

describe('a name that contains more than a name', () => {
  it('a name that contains a day, time, length and place shows them, and creates the event at once', async () => {
    const created = show();
    type("Lunch tomorrow 12-1:30pm at Joe's");
    const ticket = within(screen.getByRole('complementary', { name: 'Your event so far' }));
    for (const said of ['Lunch', 'Friday, May 15, 2026', '1 hr 30 min', "Joe's"])
      expect(ticket.getByText(said)).toBeTruthy();
    press('Create Event');
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.body).toMatchObject({
      name: 'Lunch',
      date: '2026-05-15',
      time: '12:00',
      duration: 90,
      location: "Joe's",
    });
  });

  it('the chips of a typed name stand on the line of the hint, so that nothing below it moves', () => {
    show();
    const line = () => document.getElementById(name().getAttribute('aria-describedby') ?? '')?.textContent;
    expect(line()).toBe('You can include a day, time and place.');
    type('Lunch tomorrow 12pm');
    expect(line()).toMatch(/^Fri, May 1512:00 PM/);
  });

  it('Create Event does not create on a day that nobody typed until the step of the day was seen', () => {
    show();
    type('Lunch 12pm');
    expect(screen.getByText('Today, not in your text')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Create Event' })).toBeNull();
    press('Next');
    expect(screen.getByRole('button', { name: 'Create Event' })).toBeTruthy();
  });

  it('Create Event takes the day chosen in the schedule when the typed name contains none', async () => {
    const created = show('group-1', '2026-05-20');
    type('Lunch 12pm');
    expect(screen.queryByText(/not in your text/)).toBeNull();
    press('Create Event');
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.body).toMatchObject({ date: '2026-05-20', time: '12:00' });
  });

  it('a typed name leaves the fields that it does not contain to the steps', () => {
    show();
    type('Dentist Dec 5');
    expect(screen.queryByRole('button', { name: 'Create Event' })).toBeNull();
    press('Next');
    expect(screen.getByText('Saturday, December 5, 2026')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Create Event' })).toBeTruthy();
  });

  it('Ctrl+Enter submits Create Event on every step once everything is known', async () => {
    const created = show();
    type('Lunch');
    fireEvent.keyDown(name(), { key: 'Enter', ctrlKey: true });
    expect(screen.queryByText('Creating Event...')).toBeNull();
    type('Lunch tomorrow 12pm');
    press('Next');
    press('Next');
    press('Back');
    press('Back');
    expect(name().value).toBe('Lunch');
    fireEvent.keyDown(name(), { key: 'Enter', ctrlKey: true });
    await waitFor(() => expect(created()).toHaveLength(1));
    expect(created()[0]?.body).toMatchObject({ name: 'Lunch', date: '2026-05-15', time: '12:00' });
  });

  it('the steps of Create Event are filled in from the typed name', () => {
    show();
    type('Lunch tomorrow 12pm');
    press('Next');
    press('Back');
    expect(name().value).toBe('Lunch');
  });

  it('removing a chip keeps its text in the name', () => {
    show();
    type('Lunch tomorrow 12pm');
    press('Keep Fri, May 15 in the name');
    expect(screen.getByText('Lunch tomorrow')).toBeTruthy();
    press('Keep 12:00 PM in the name');
    expect(screen.queryByRole('button', { name: 'Create Event' })).toBeNull();
    expect(screen.getByText('Lunch tomorrow 12pm')).toBeTruthy();
  });
});

it('an event created in My Schedule is personal, or belongs to a chosen group (EVENT-09)', async () => {
  const created = show('my-q');
  type('Lunch tomorrow 12pm');
  fireEvent.change(await screen.findByRole('combobox', { name: 'Group' }), { target: { value: 'group-1' } });
  press('Create Event');
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()[0]?.body).toMatchObject({ groupId: 'group-1', groupName: 'Film Club' });
});
