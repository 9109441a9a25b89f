// @vitest-environment happy-dom
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { ada, json, person, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { EventReminder } from './event-reminder.tsx';

const ben = person('user-b', 'Ben');
const noAnswer = { answer: null, guests: 0, place: null, ask: null, answeredFor: null, revision: '' };
const bens = (more: Partial<EventView> = {}) =>
  calendarEvent('e1', { at: '15:00', creator: ben, createdBy: ben._id, reminder: 30, mine: noAnswer, ...more });
const adas = (more: Partial<EventView> = {}) => bens({ creator: { ...ben, ...ada }, createdBy: ada._id, ...more });

const show = (event: EventView, answer: (sent: Sent) => Reply = () => json({ event: { ...event, revision: 2 } })) => {
  const fake = signedInServices(answer);
  renderScreen(<EventReminder event={event} isOwn={event.createdBy === ada._id} />, fake.services);
  return fake;
};
const row = () => screen.getByText('Reminder').parentElement?.textContent;
const openMenu = () => fireEvent.keyDown(screen.getByRole('button', { name: 'Change reminder' }), { key: 'Enter' });
const choose = async (name: string) => {
  openMenu();
  await act(async () => void fireEvent.click(await screen.findByRole('menuitemradio', { name })));
};
const put = ({ sent }: { sent: readonly Sent[] }) =>
  sent.flatMap(({ method, url, body }) => (method === 'PUT' ? [[url, body]] : []));

it('the row of a reminder says whose it is (REMIND-04)', () => {
  show(bens());
  expect(row()).toBe('Reminder30 minutes before · set by BenChange');
});

it.each([
  ['Reminder10 minutes before · only youChange', bens({ mine: { ...noAnswer, reminder: 10 } })],
  ['ReminderNone · only youAdd', bens({ mine: { ...noAnswer, reminder: 'none' } })],
  ['ReminderNoneAdd', bens({ reminder: 'none' })],
  ['Reminder30 minutes before · set by youChange', adas()],
  ['Reminder30 minutes beforeChange', adas({ groupId: 'my-q', isMyQEvent: true })],
] as const)('the row of a reminder reads %s', (words, event) => {
  show(event);
  expect(row()).toBe(words);
});

it.each([
  ['Only for you', bens()],
  ['For everybody', adas()],
])('the choice of a reminder says whom it is for: %s', async (note, event) => {
  show(event);
  openMenu();
  expect(await screen.findByText(note)).toBeTruthy();
});

it('the choice of a reminder of a personal event speaks of nobody else', async () => {
  show(adas({ groupId: 'my-q', isMyQEvent: true }));
  openMenu();
  expect(await screen.findByRole('menu', { name: 'Reminder' })).toBeTruthy();
  expect(screen.queryByText('For everybody')).toBeNull();
});

it('the row of a reminder of an event that is over offers no choice', () => {
  show(bens({ date: '2026-05-13' }));
  expect(screen.queryByRole('button')).toBeNull();
});

it('a member chooses for themselves, and takes the choice back (REMIND-02)', async () => {
  const fake = show(bens({ mine: { ...noAnswer, reminder: 10 } }));
  await choose('As the event: 30 minutes before');
  expect(put(fake)).toEqual([['/api/events/e1/reminder', { minutes: null }]]);
});

it('the creator chooses for everybody (REMIND-01)', async () => {
  const fake = show(adas());
  openMenu();
  expect(screen.queryByRole('menuitemradio', { name: /^As the event/ })).toBeNull();
  await act(async () => void fireEvent.click(await screen.findByRole('menuitemradio', { name: '1 hour before' })));
  expect(put(fake)).toEqual([['/api/events/e1', { reminder: 60 }]]);
});

it('a choice that was not saved goes back and says so (REMIND-11)', async () => {
  show(bens(), () => json({ error: 'Not now' }, 500));
  await choose('5 minutes before');
  expect(await screen.findByText('Your reminder wasn’t saved. Try again.')).toBeTruthy();
  expect(row()).toBe('Reminder30 minutes before · set by BenChange');
});
