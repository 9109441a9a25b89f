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
