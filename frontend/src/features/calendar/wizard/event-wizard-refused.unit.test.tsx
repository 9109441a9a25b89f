import { refusals } from '@quorum/contracts/things.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { connectionChanged } from '../../../data/connection/connection-slice.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { fakeServices, group, json, type Sent } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import EventWizard from './event-wizard.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const show = (create: () => Response) => {
  const { services, sent } = fakeServices(({ url, method }: Sent) => {
    if (url.includes('check-conflicts')) return json({ hasConflicts: false, conflicts: [] });
    if (url.includes('autocomplete')) return json({ suggestions: [] });
    return method === 'POST' ? create() : json({ events: [], groups: [], preferences: {} });
  });
  const onClose = vi.fn();
  const { store } = renderScreen(
    <TimeZoneContext value="America/New_York">
      <EventWizard groupId="group-1" group={group('group-1')} date="2026-05-20" onClose={onClose} />
    </TimeZoneContext>,
    services,
  );
  const bodies = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/events');
  return { store, onClose, bodies: () => bodies().map(({ body }) => body) };
};

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}`));
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const create = () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Event' }));

/** Fills in every step up to the last one. */
const enter = () => {
  type('Event name', 'Proof sign-off');
  type('Description', 'Bring the ink');
  press('Next');
  type('Hour', '2');
  type('Minute', '35');
  fireEvent.click(screen.getByRole('radio', { name: 'PM' }));
  press('Next');
  fireEvent.click(screen.getByRole('radio', { name: /^30 min/ }));
  press('Next');
  type('Location', 'Harbor St');
  press('Next');
};

it.each([
  [429, refusals['request/too-many'][1], refusals['request/too-many'][1]],
  [409, '', 'Failed to create event'],
])(
  'the wizard keeps every step when the server answers %i "%s", and succeeds the next time (ERR-07)',
  async (status, error, text) => {
    let refuses = true;
    const { onClose, bodies } = show(() => (refuses ? json({ error }, status) : json({ event: calendarEvent('new') })));
    enter();
    create();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    press('Back');
    expect(field('Location').value).toBe('Harbor St');
    press('Back');
    expect(screen.getByRole('radio', { checked: true }).textContent).toContain('30 min');
    press('Back');
    expect([field('Hour').value, field('Minute').value]).toEqual(['2', '35']);
    press('Back');
    expect([field('Event name').value, field('Description').value]).toEqual(['Proof sign-off', 'Bring the ink']);
    for (let steps = 0; steps < 4; steps += 1) press('Next');
    refuses = false;
    create();
    expect(await screen.findByRole('heading', { name: 'Event Created!' })).toBeTruthy();
    expect(bodies().at(-1)).toEqual(bodies()[0]);
    expect(bodies()[0]).toMatchObject({
      name: 'Proof sign-off',
      description: 'Bring the ink',
      date: '2026-05-20',
      time: '14:35',
      duration: 30,
      location: 'Harbor St',
    });
  },
);

it('the wizard says at once that there is no connection, and keeps typed text', async () => {
  const { store, bodies } = show(() => json({ event: calendarEvent('new') }));
  type('Event name', 'Proof sign-off');
  for (let steps = 0; steps < 4; steps += 1) press('Next');
  act(() => void store.dispatch(connectionChanged({ status: 'offline', at: 0 })));
  create();
  expect(await screen.findByText(/^No connection/)).toBeTruthy();
  expect(screen.queryByText('Creating Event...')).toBeNull();
  expect(bodies()).toEqual([]);
  act(() => void store.dispatch(connectionChanged({ status: 'online', at: 1 })));
  create();
  expect(await screen.findByRole('heading', { name: 'Event Created!' })).toBeTruthy();
});
