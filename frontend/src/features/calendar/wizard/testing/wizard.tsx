import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { TimeZoneContext } from '../../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../../testing/calendar.ts';
import { fakeServices, group, json, type Reply, type Sent } from '../../../../testing/fakes.ts';
import { renderScreen } from '../../../../testing/render-screen.tsx';
import EventWizard from '../event-wizard.tsx';

type Answers = Partial<Record<'conflicts' | 'create' | 'addresses', (sent: Sent) => Reply>>;
const none = { hasConflicts: false, conflicts: [] };

/** Timers that a test can move, and a clean page after each. */
export const showOnFakeTimers = () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });
};

export const show = (answers: Answers = {}, groupId = 'group-1', date?: string) => {
  let ahead = 0;
  const { services: still, sent } = fakeServices((call) => {
    if (call.url.includes('check-conflicts')) return answers.conflicts?.(call) ?? json(none);
    if (call.url.includes('autocomplete')) return answers.addresses?.(call) ?? json({ suggestions: [] });
    if (call.method === 'POST') return answers.create?.(call) ?? json({ event: calendarEvent('new') });
    if (call.url.startsWith('/api/events')) return json({ events: [] });
    if (call.url.includes('my-groups')) return json({ groups: [group('group-1')] });
    return json({ preferences: {} });
  });
  const services = { ...still, now: () => still.now() + ahead };
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
  const { store, tick } = renderScreen(screenOf, services);
  const created = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/events');
  const asked = (part: string) => sent.filter(({ url }) => url.includes(part));
  /** Moves the clock on. */
  const pass = (milliseconds: number) => {
    ahead += milliseconds;
    tick();
  };
  return { store, pass, onClose, onCreated, sent, created, asked };
};

export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
export const next = () => fireEvent.click(button('Next'));
export const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(new RegExp(`^${name}`)), { target: { value } });
export const step = () => screen.queryByRole('listitem', { current: 'step' })?.textContent;
export const walkTo = (last: number, name = 'Proof sign-off') => {
  type('Event name', name);
  for (let count = 1; count < last; count += 1) next();
};
export const createButton = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Create Event' });
