// @vitest-environment happy-dom

import { cursorOf } from '@quorum/contracts/entry/event-cursor.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { describe, expect, it, vi } from 'vitest';
import { deletedEventApi } from '../../data/calendar-entry/deleted-event-api.ts';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import { loadMoreEvents } from '../../data/calendar-entry/event-pages.ts';
import { changed } from '../../data/store/changes.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { group, heldReply, json, member, silentLink } from '../../testing/fakes.ts';
import { openLive } from '../../testing/open-live.ts';
import { readsSince } from '../../testing/reads-since.ts';
import { reloadAudience } from './start-realtime.ts';

describe('a pushed change of events', () => {
  it('each of the four pushed notices of events brings the lists of its group and of My Schedule up to date, and nothing is loaded (RT-12, RT-13, RT-15)', async () => {
    const { store, sent } = await openLive();
    const ranges = [{ groupId: 'group-1' }, {}, { groupId: 'group-2' }, { groupId: 'group-1', endDate: '2026-05-13' }];
    for (const range of ranges) await store.dispatch(eventApi.endpoints.events.initiate(range));
    const names = () =>
      ranges.map((range) =>
        eventApi.endpoints.events
          .select(range)(store.getState())
          .data?.events.map(({ name }) => name),
      );
    const before = sent.length;
    const event = calendarEvent('e1', { name: 'Dinner' });
    const payload = { groupId: 'group-1', eventId: 'e1', event };
    store.dispatch(changed({ name: 'eventCreated', payload }));
    expect(names()).toEqual([['Dinner'], ['Dinner'], [], []]);
    const moved = { ...event, name: 'Lunch', revision: 2, ...spanOf({ ...event, date: '2026-05-13' }) };
    store.dispatch(changed({ name: 'eventUpdated', payload: { ...payload, event: moved } }));
    expect(names()).toEqual([['Lunch'], ['Lunch'], [], ['Lunch']]);
    store.dispatch(
      changed({
        name: 'memberUpdated',
        payload: { groupId: 'group-1', member: member('user-b', { firstName: 'Benjamin' }) },
      }),
    );
    store.dispatch(
      changed({ name: 'groupNameUpdatedInEvents', payload: { groupId: 'group-1', groupName: 'Renamed' } }),
    );
    for (const range of [{ groupId: 'group-1' }, {}]) {
      const list = eventApi.endpoints.events.select(range)(store.getState()).data;
      expect(list?.events[0]).toMatchObject({ creator: { firstName: 'Benjamin' }, groupName: 'Renamed' });
    }
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e1' } }));
    expect(names()).toEqual([[], [], [], []]);
    expect(await readsSince(store, sent, before)).toEqual([]);
  });

  it('a pushed deletion removes an event, and a late answer to a change or a repeated creation adds nothing', async () => {
    const event = calendarEvent('e1');
    const held = heldReply();
    const { store } = await openLive((sent) => {
      if (sent.method === 'PUT') return held.reply();
      if (sent.method === 'POST' && sent.url === '/api/events') return json({ event });
      return sent.url.startsWith('/api/events') ? json({ events: [event] }) : undefined;
    });
    const range = { groupId: 'group-1' };
    await store.dispatch(eventApi.endpoints.events.initiate(range));
    const { changeEvent, createEvent } = eventApi.endpoints;
    const changing = store.dispatch(changeEvent.initiate({ eventId: 'e1', change: { name: 'Lunch' } }));
    await held.asked;
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e1' } }));
    held.release(json({ event: { ...event, name: 'Lunch', revision: 2 } }));
    await changing;
    const { name, date, time, timeZone } = event;
    const body = { name, date, time, timeZone, groupId: 'group-1' };
    await store.dispatch(createEvent.initiate({ body, idempotencyKey: 'repeated' }));
    const list = eventApi.endpoints.events.select(range)(store.getState()).data;
    expect(list?.events).toEqual([]);
  });

  it('a deleted event appears again once it is restored, here or in another browser (UNDO-01)', async () => {
    const event = calendarEvent('e1');
    const { store } = await openLive((sent) => (sent.url.endsWith('/e1/restore') ? json({ event }) : undefined));
    const range = { groupId: 'group-1' };
    await store.dispatch(eventApi.endpoints.events.initiate(range));
    const names = () =>
      eventApi.endpoints.events
        .select(range)(store.getState())
        .data?.events.map(({ id }) => id);
    const remove = () =>
      store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e1' } }));
    remove();
    await store.dispatch(deletedEventApi.endpoints.restoreEvent.initiate('e1'));
    expect(names()).toEqual(['e1']);
    remove();
    const at = { audience: 'group-group-1', sequence: 9 };
    store.dispatch(changed({ name: 'eventCreated', payload: { groupId: 'group-1', eventId: 'e1', event }, at }));
    expect(names()).toEqual(['e1']);
  });

  it('the events of a group that was left are gone until it is joined again, even from late answers', async () => {
    const { store } = await openLive();
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    const names = () =>
      eventApi.endpoints.events
        .select({})(store.getState())
        .data?.events.map(({ id }) => id);
    const answer = (id: string) =>
      store.dispatch(
        changed({ name: 'eventUpdated', payload: { groupId: 'group-1', eventId: id, event: calendarEvent(id) } }),
      );
    answer('e1');
    store.dispatch(changed({ name: 'groupLeft', payload: { groupId: 'group-1', reason: 'left' } }));
    answer('e2');
    expect(names()).toEqual([]);
    store.dispatch(changed({ name: 'groupJoined', payload: { groupId: 'group-1', group: group('group-1') } }));
    answer('e3');
    expect(names()).toEqual(['e3']);
  });

  it('a pushed change of an event is not undone by a page of the list requested before it', async () => {
    const [first, second] = [calendarEvent('e1'), calendarEvent('e2', { at: '12:00' })];
    const held = heldReply();
    const { store } = await openLive((sent) => {
      if (!sent.url.startsWith('/api/events')) return undefined;
      return sent.url.includes('after=') ? held.reply() : json({ events: [first], next: cursorOf(first) });
    });
    const range = { groupId: 'group-1' };
    await store.dispatch(eventApi.endpoints.events.initiate(range));
    const loading = store.dispatch(loadMoreEvents(range));
    await held.asked;
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'e2' } }));
    held.release(json({ events: [second, calendarEvent('e3', { at: '13:00' })] }));
    await loading;
    const list = eventApi.endpoints.events.select(range)(store.getState()).data;
    expect(list?.events.map(({ id }) => id)).toEqual(['e1', 'e3']);
    expect(list?.next).toBeUndefined();
  });

  it('My Schedule is reloaded if changes came before it was followed', async () => {
    const sequences = { 'user-user-a': 3, 'group-group-1': 7 };
    const { store, services, sent } = await openLive((call) =>
      call.url.startsWith('/api/events') ? json({ events: [], sequences }) : undefined,
    );
    const noted: Readonly<Record<string, number>>[] = [];
    services.link.bind({ ...silentLink, noteRead: (read) => void noted.push(read) });
    await store.dispatch(eventApi.endpoints.events.initiate({ groupId: 'group-1' }));
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    expect(noted).toContainEqual(sequences);
    const before = sent.length;
    store.dispatch(reloadAudience('group-group-2'));
    await vi.waitFor(() => expect(sent.length).toBe(before + 2));
    const read = sent.slice(before).map(({ url }) => url);
    expect(read.sort()).toEqual([expect.stringMatching(/^\/api\/events(?!.*groupId)/), '/api/groups/my-groups']);
  });

  it('a list of events is reloaded completely before any of it is shown', async () => {
    const events = Array.from({ length: 3 }, (_, index) => calendarEvent(`e${index}`, { at: `1${index}:00` }));
    const meanwhile: unknown[] = [];
    const { store } = await openLive((sent) => {
      if (!sent.url.startsWith('/api/events')) return undefined;
      const after = new URL(sent.url, 'http://localhost').searchParams.get('after');
      const at = events.findIndex((event) => cursorOf(event) === after) + 1;
      const event = events[at];
      if (event === undefined) throw new Error('no such page');
      meanwhile.push(ids()?.length);
      return json({ events: [event], ...(at < 2 ? { next: cursorOf(event) } : {}) });
    });
    const list = () => eventApi.endpoints.events.select({})(store.getState()).data;
    const ids = () => list()?.events.map(({ id }) => id);
    await store.dispatch(eventApi.endpoints.events.initiate({}));
    expect(ids()).toEqual(['e0']);
    while (list()?.next !== undefined) await store.dispatch(loadMoreEvents({}));
    expect(ids()).toEqual(['e0', 'e1', 'e2']);
    meanwhile.length = 0;
    await store.dispatch(eventApi.endpoints.events.initiate({}, { forceRefetch: true }));
    expect(ids()).toEqual(['e0', 'e1', 'e2']);
    expect(meanwhile).toEqual([3, 3, 3]);
  });
});
