import { expect, it } from 'vitest';
import { afterChange, type ChangedEvent, eventAlert } from './event-alert.ts';

const maya = { _id: 'maya', id: 'maya', firstName: 'Maya', lastName: 'Okafor', profilePictureUrl: null };
const thursday = { startsAt: '2026-05-14T23:00:00.000Z', endsAt: '2026-05-15T00:00:00.000Z' };
const friday = { startsAt: '2026-05-15T23:00:00.000Z', endsAt: '2026-05-16T00:00:00.000Z' };

const change = (kind: ChangedEvent['kind'], more: object = {}, at = '2026-05-13T12:00:00.000Z'): ChangedEvent => ({
  _id: `${kind} ${at}`,
  kind,
  groupId: 'g1',
  at,
  person: maya,
  event: { _id: 'e1', creatorId: 'maya', name: 'Book club', from: thursday, ...more },
  oldName: 'Reading',
});
const alert = (item: ChangedEvent, now = '2026-05-13T12:00:00.000Z') =>
  eventAlert(item, {
    groupName: 'Film Club',
    place: 'Main Street 1',
    timeZone: 'America/New_York',
    now: Date.parse(now),
  });

it.each([
  ['added', {}, 'New event · Film Club', 'Book club, Thu, May 14, 7:00 PM'],
  ['moved', { to: friday }, 'Book club moved · Film Club', 'Thu, May 14, 7:00 PM → Fri, May 15, 7:00 PM'],
  ['cancelled', {}, 'Book club cancelled · Film Club', 'Book club, Thu, May 14, 7:00 PM'],
  ['place', {}, 'Maya Okafor changed the place of Book club', 'Main Street 1'],
  ['renamed', {}, 'Maya Okafor renamed Reading to Book club', 'Book club, Thu, May 14, 7:00 PM'],
] as const)('an alert of an event that was %s has its title and what changed (NOTE-18)', (kind, more, title, body) => {
  expect(alert(change(kind, more))).toMatchObject({ title, body });
});

it('no alert goes out of an event that is over, or that was restored (NOTE-18)', () => {
  expect(alert(change('moved', { to: friday }), '2026-05-16T01:00:00.000Z')).toBeUndefined();
  expect(alert(change('restored'))).toBeUndefined();
});

it('pressing the alert of an event leads to its card, or to the chat once it is cancelled (NOTE-23)', () => {
  expect(alert(change('added'))?.path).toBe('/dashboard/group/g1/event/e1');
  expect(alert(change('cancelled'))?.path).toBe('/dashboard/group/g1/chat');
});

const later = '2026-05-13T12:00:05.000Z';
const left = (...changes: readonly ChangedEvent[]) =>
  changes.reduce<ChangedEvent | undefined>((known, next) => afterChange(known, next), undefined);

it('an alert of several changes by one call names the move before the place, and the place before the name (NOTE-18)', () => {
  expect(left(change('renamed'), change('moved', { to: friday }))?.kind).toBe('moved');
  expect(left(change('place'), change('renamed'))?.kind).toBe('place');
});

it('moves in quick succession are one move, and none if the event is back where it was (NOTE-19)', () => {
  const saturday = { startsAt: '2026-05-16T23:00:00.000Z', endsAt: '2026-05-17T00:00:00.000Z' };
  const first = change('moved', { to: friday });
  expect(left(first, change('moved', { from: friday, to: saturday }, later))?.event).toMatchObject({
    from: thursday,
    to: saturday,
  });
  expect(left(first, change('moved', { from: friday, to: thursday }, later))).toBeUndefined();
});

it('an alert leaves out a change that was undone (NOTE-19)', () => {
  expect(left(change('cancelled'), change('restored', {}, later))).toBeUndefined();
  expect(left(change('added'), change('cancelled', {}, later))).toBeUndefined();
});

it('a new event that is moved at once is a new event, where it is now', () => {
  expect(left(change('added'), change('moved', { to: friday }, later))).toMatchObject({
    kind: 'added',
    event: { from: friday },
  });
});
