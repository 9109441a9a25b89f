import type { EventChangeView, VersionView } from '@quorum/contracts/entry/undo.ts';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { ada, json, person, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { EventHistory } from './event-history.tsx';
import { useUndo } from './use-undo.ts';

const version = (more: Partial<VersionView> = {}): VersionView => ({
  name: 'Dinner',
  description: '',
  location: 'The Anchor',
  date: '2030-05-15',
  time: '19:00',
  timeZone: 'America/New_York',
  duration: 60,
  startsAt: '2030-05-15T23:00:00.000Z',
  repeats: null,
  seats: null,
  reminder: 'none',
  guestsEach: 0,
  ...more,
});
const roof = version({ location: 'Studio roof' });
const tomorrow = { date: '2030-05-16', startsAt: '2030-05-16T23:00:00.000Z' };
const moved = version({ location: 'Studio roof', ...tomorrow });

const done = (revision: number, change: Partial<EventChangeView>): EventChangeView => ({
  revision,
  at: '2026-05-14T13:12:00.000Z',
  by: person(ada._id, 'Ada'),
  what: 'changed',
  was: null,
  now: null,
  ...change,
});
const changes = [
  done(2, { was: roof, now: moved }),
  done(1, { was: version(), now: roof }),
  done(0, { what: 'created', now: version() }),
];

const mine = calendarEvent('a', {
  at: '19:00',
  ...{ name: 'Dinner', createdBy: ada._id, revision: 2, date: '2030-05-16', location: 'Studio roof' },
});

const show = (answer: (call: Sent) => Reply, event = mine) => {
  const { services, sent } = signedInServices(answer as never);
  const { store } = renderScreen(
    <TimeZoneContext value="America/New_York">
      <EventHistory event={event} onClose={vi.fn()} />
    </TimeZoneContext>,
    services,
  );
  return { sent, store };
};

const items = async () => within(await screen.findByRole('list', { name: 'Changes' })).getAllByRole('listitem');
const press = (name: string, within_: HTMLElement) =>
  act(async () => void fireEvent.click(within(within_).getByRole('button', { name })));

it('the history says who did what, old beside new, the newest first (UNDO-06, UNDO-17)', async () => {
  show(() => json({ changes }));
  const [move, place, made] = await items();
  expect(move?.textContent).toContain('Ada Cole moved it');
  expect(move?.textContent).toContain('was Wed, May 15, 2030, now Thu, May 16, 2030');
  expect(place?.textContent).toContain('Ada Cole changed the place');
  expect(place?.textContent).toContain('was The Anchor, now Studio roof');
  expect(made?.textContent).toContain('Ada Cole created it');
});

it('an erased person and their texts are named as such (UNDO-15)', async () => {
  const gone = { name: null, description: null, location: null };
  const by = { ...person(''), firstName: '', lastName: '' };
  show(() => json({ changes: [done(1, { by, was: version(gone), now: version() })] }));
  const [line] = await items();
  expect(line?.textContent).toContain('Deleted account');
  expect(line?.textContent).toContain('No longer available');
});

it('the creator puts a version back after seeing the difference (UNDO-07)', async () => {
  const { sent } = show(({ url }) => {
    if (url.includes('check-conflicts')) return json({ hasConflicts: false, conflicts: [] });
    return url.endsWith('/revert') ? json({ event: mine }) : json({ changes });
  });
  const [newest, , first] = await items();
  expect(within(newest as HTMLElement).queryByRole('button')).toBeNull();
  await press('Restore this version', first as HTMLElement);
  const question = await screen.findByRole('alertdialog', { name: 'Put back an older version' });
  expect(question.textContent).toContain('This changes two things back.');
  expect(question.textContent).toContain('was Thu, May 16, 2030, now Wed, May 15, 2030');
  await press('Restore this version', question);
  const revert = sent.find(({ url }) => url.endsWith('/api/events/a/revert'));
  expect(revert?.body).toEqual({ revision: 0 });
  expect(sent.some(({ url }) => url.includes('check-conflicts'))).toBe(true);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('a time that has passed is not put back, and the button says so (UNDO-07)', async () => {
  const past = version({ date: '2026-05-01', startsAt: '2026-05-01T23:00:00.000Z' });
  show(() => json({ changes: [done(1, { was: past, now: moved }), done(0, { what: 'created', now: past })] }));
  await press('Restore this version', (await items())[1] as HTMLElement);
  const question = await screen.findByRole('alertdialog');
  expect(within(question).getByRole('button', { name: 'Restore all but the time' })).toBeDefined();
  expect(question.textContent).toContain('This changes one thing back.');
});

it('members who did not create the event read its history only (UNDO-07)', async () => {
  show(() => json({ changes }), { ...mine, createdBy: 'somebody' });
  await items();
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

it('an open history follows what others do (UNDO-17)', async () => {
  let known = changes.slice(1);
  const { store } = show(() => json({ changes: known }));
  expect(await items()).toHaveLength(2);
  known = changes;
  await act(async () => {
    store.dispatch(changed({ name: 'eventUpdated', payload: { groupId: 'group-1', eventId: 'a', event: mine } }));
  });
  expect(await items()).toHaveLength(3);
});

it('a history that does not load says so, with the way to try again (UNDO-17)', async () => {
  show(() => json({ error: 'Server error' }, 500));
  expect(await screen.findByText('The history didn’t load.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});

function Editing({ after = 3 }: { after?: number }) {
  const undo = useUndo();
  return (
    <button type="button" onClick={() => undo.changed('Changed Dinner', mine, after, undefined)}>
      Save
    </button>
  );
}

it('an edit that leaves everything as it was offers no Undo, which would take back an earlier change (UNDO-01)', () => {
  renderScreen(<Editing after={2} />, signedInServices(() => json({})).services);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Changed Dinner')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('the toast of an edit undoes this edit alone, whatever was there before it (UNDO-01, UNDO-11)', async () => {
  const { services, sent } = signedInServices(() => json({ event: mine }));
  renderScreen(<Editing />, services);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
  expect(await screen.findByText('Changed Dinner back')).toBeDefined();
  expect(sent.find(({ url }) => url.endsWith('/api/events/a/revert'))?.body).toEqual({ revision: 3, undo: true });
});

it('the toast of an edit goes once the event is changed again (UNDO-11)', async () => {
  const { services } = signedInServices(() => json({}));
  const { store } = renderScreen(<Editing />, services);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  const push = (revision: number) =>
    act(async () => {
      const event = { ...mine, revision };
      store.dispatch(changed({ name: 'eventUpdated', payload: { groupId: 'group-1', eventId: 'a', event } }));
    });
  await push(3);
  expect(screen.getByText('Changed Dinner')).toBeDefined();
  await push(4);
  expect(screen.queryByText('Changed Dinner')).toBeNull();
});
