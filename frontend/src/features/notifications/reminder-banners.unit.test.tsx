// @vitest-environment happy-dom
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys } from '../../data/services/storage-keys.ts';
import { type Change, changed } from '../../data/store/changes.ts';
import { TimeZoneContext } from '../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../testing/calendar.ts';
import { json, signedInServices } from '../../testing/fakes.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ReminderBanners } from './reminder-banners.tsx';

/** By the clock of the fakes it is 10:42. */
const soon = (id: string, more: Parameters<typeof calendarEvent>[1] = {}) =>
  calendarEvent(id, { at: '11:12', name: `Chapter ${id}`, location: 'Library', ...more });

const open = async (events: readonly EventView[], dismissed: readonly string[] = []) => {
  let due = events.map((event) => ({ event, minutes: 30 }));
  const { services } = signedInServices(({ url }) => {
    if (url.includes('my-groups')) return json({ groups: [] });
    return json(url.includes('preferences') ? { preferences: {} } : { settings: {}, groups: {}, push: {}, due });
  });
  services.storage.set(storageKeys.reminders, JSON.stringify(dismissed));
  const { store } = renderScreen(
    <TimeZoneContext value="America/New_York">
      <button type="button">Work</button>
      <ReminderBanners />
    </TimeZoneContext>,
    services,
  );
  await act(async () => {});
  const push = (change: object) => act(() => void store.dispatch(changed(change as Change)));
  const nothingIsDue = () => {
    due = [];
  };
  return { push, storage: services.storage, nothingIsDue };
};

const titles = () => screen.queryAllByText(/ starts /).map((title) => title.textContent);

it('a reminder that is due is shown by a page that loads before its event starts (REMIND-05)', async () => {
  await open([soon('4')]);
  expect(await screen.findByText('Chapter 4 starts in 30 minutes')).toBeTruthy();
  expect(screen.getByText('11:12 AM – 12:12 PM · Library')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/dashboard/group/group-1/event/4');
  expect(document.activeElement).toBe(document.body);
});

it('a reminder of a meeting offers to join it (REMIND-05)', async () => {
  await open([soon('4', { location: 'https://meet.google.com/abc-defg-hij' })]);
  expect(await screen.findByRole('link', { name: 'Join with Meet' })).toBeTruthy();
});

it('three reminders are shown at once, and the others on request (REMIND-05)', async () => {
  await open(['1', '2', '3', '4', '5'].map((id) => soon(id)));
  expect(await screen.findByRole('button', { name: '+2 more' })).toBeTruthy();
  expect(titles()).toHaveLength(3);
  fireEvent.click(screen.getByRole('button', { name: '+2 more' }));
  expect(titles()).toHaveLength(5);
});

it('Escape in a reminder dismisses it for good and gives the focus back (REMIND-11)', async () => {
  const { storage } = await open([soon('4')]);
  const open4 = await screen.findByRole('link', { name: 'Open' });
  const work = screen.getByRole('button', { name: 'Work' });
  act(() => work.focus());
  act(() => open4.focus());
  fireEvent.keyDown(open4, { key: 'Escape' });
  expect(titles()).toEqual([]);
  expect(document.activeElement).toBe(work);
  expect(storage.get(storageKeys.reminders)).toContain('4 2026-05-14T15:12:00.000Z 30');
});

it('a reminder that was dismissed in another window is not shown (REMIND-05)', async () => {
  await open([soon('4')], ['4 2026-05-14T15:12:00.000Z 30']);
  await act(async () => {});
  expect(titles()).toEqual([]);
});

it('a reminder comes while the page is open, and goes when its event moves or is deleted (REMIND-05, REMIND-07)', async () => {
  const { push } = await open([]);
  const event = soon('4');
  push({
    name: 'reminderDue',
    payload: { groupId: 'group-1', eventId: '4', startsAt: event.startsAt, minutes: 30, event },
  });
  expect(titles()).toEqual(['Chapter 4 starts in 30 minutes']);
  const payload = { groupId: 'group-1', eventId: '4' };
  push({ name: 'eventUpdated', payload: { ...payload, event: { ...event, name: 'Chapter 5', revision: 2 } } });
  expect(titles()).toEqual(['Chapter 5 starts in 30 minutes']);
  push({ name: 'eventUpdated', payload: { ...payload, event: { ...soon('4', { at: '15:00' }), revision: 3 } } });
  expect(titles()).toEqual([]);
  push({ name: 'reminderDue', payload: { ...payload, startsAt: event.startsAt, minutes: 30, event } });
  push({ name: 'eventDeleted', payload });
  expect(titles()).toEqual([]);
});

it('an event that has started has no banner, but a reminder at its start stays for five minutes', async () => {
  const { push } = await open([]);
  const started = soon('4', { at: '10:40' });
  const payload = { groupId: 'group-1', eventId: '4', startsAt: started.startsAt, event: started };
  push({ name: 'reminderDue', payload: { ...payload, minutes: 30 } });
  expect(titles()).toEqual([]);
  push({ name: 'reminderDue', payload: { ...payload, minutes: 0 } });
  expect(titles()).toEqual(['Chapter 4 starts now']);
});

it('a reminder goes once its person declines the event, or that date of a series, or waits in line for it (REMIND-03)', async () => {
  const date = soon('s1_2026-05-14', { seriesId: 's1' });
  const { push, nothingIsDue } = await open([soon('1'), soon('2'), date]);
  const answer = { answer: 'going', guests: 0, place: null, ask: null, answeredFor: null, revision: '1' };
  const say = (eventId: string, mine: object) =>
    push({ name: 'ownRsvpUpdated', payload: { groupId: 'group-1', eventId, mine: { ...answer, ...mine } } });
  say('1', { answer: 'cant' });
  say('2', { place: 1 });
  expect(titles()).toEqual(['Chapter s1_2026-05-14 starts in 30 minutes']);
  nothingIsDue();
  push({ name: 'ownDatesAnswered', payload: { groupId: 'group-1', eventId: date._id } });
  await expect.poll(titles).toEqual([]);
});
