import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../testing/calendar.ts';
import { json, signedInServices } from '../../testing/fakes.ts';
import { makeStore } from '../../testing/make-store.ts';
import { changed } from '../store/changes.ts';
import { eventApi } from './event-api.ts';

const range = { startDate: '2026-05-13', endDate: '2026-05-20', timeZone: 'America/New_York' };
const mine = { answer: 'maybe', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' } as const;

it('a restored event is loaded with the answer that the viewer gave before, and nothing else is loaded for it (RSVP-21, UNDO-03)', async () => {
  const shown = calendarEvent('a');
  let events: readonly EventView[] = [];
  const { services, sent } = signedInServices(() => json({ events }));
  const store = makeStore(services);
  const load = (groupId: string) => store.dispatch(eventApi.endpoints.events.initiate({ ...range, groupId }));
  await Promise.all([load('group-1'), load('group-2')]);
  const answer = () =>
    eventApi.endpoints.events.select({ ...range, groupId: 'group-1' })(store.getState()).data?.events[0]?.mine?.answer;
  const come = (event: EventView, more: object = {}) =>
    store.dispatch(
      changed({ name: 'eventCreated', payload: { groupId: 'group-1', eventId: event.id, event, ...more } }),
    );
  come(calendarEvent('b', { date: '2026-05-15' }));
  await Promise.resolve();
  expect(sent).toHaveLength(2);
  events = [{ ...shown, mine }];
  come(shown, { restored: true });
  await expect.poll(answer).toBe('maybe');
  expect(sent).toHaveLength(3);
});

it('an event that is moved into the range on show is loaded with the answer that the viewer gave before, and one that stays there loads nothing (RSVP-21)', async () => {
  const counts = { going: 1, maybe: 1, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0 };
  const attendance = { ...counts, faces: [], revision: '1' };
  const moved = calendarEvent('a', { date: '2026-05-15', revision: 2, attendance });
  let events: readonly EventView[] = [];
  const { services, sent } = signedInServices(() => json({ events }));
  const store = makeStore(services);
  const args = { ...range, groupId: 'group-1' };
  await store.dispatch(eventApi.endpoints.events.initiate(args));
  const update = (event: EventView) =>
    store.dispatch(changed({ name: 'eventUpdated', payload: { groupId: 'group-1', eventId: 'a', event } }));
  const answer = () => eventApi.endpoints.events.select(args)(store.getState()).data?.events[0]?.mine?.answer;
  update({ ...moved, ...calendarEvent('a', { date: '2026-06-15' }) });
  await Promise.resolve();
  expect(sent).toHaveLength(1);
  events = [{ ...moved, mine }];
  update(moved);
  await expect.poll(answer).toBe('maybe');
  update({ ...moved, name: 'Renamed', revision: 3 });
  await Promise.resolve();
  expect(answer()).toBe('maybe');
  expect(sent).toHaveLength(2);
});
