import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { changed } from '../../../data/store/changes.ts';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { ada, json, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { useUndo } from '../history/use-undo.ts';
import { RecentlyDeleted } from './recently-deleted.tsx';

/** When the clock of the tests stands. */
const NOW = Date.parse('2026-05-14T14:42:00.000Z');

const deleted = (id: string, name: string, daysAgo: number) => ({
  _id: id,
  kind: 'event',
  name,
  startsAt: '2030-05-14T13:30:00.000Z',
  endsAt: '2030-05-14T14:30:00.000Z',
  deletedAt: new Date(NOW - daysAgo * 86_400_000).toISOString(),
  createdBy: ada._id,
});

const show = (answer: (call: Sent) => Response | Promise<Response>) => {
  const { services, sent } = signedInServices(answer as never);
  renderScreen(
    <TimeZoneContext value="America/New_York">
      <RecentlyDeleted groupId="group-1" onClose={vi.fn()} />
    </TimeZoneContext>,
    services,
  );
  return sent;
};

it('deleted events are listed with the days that are left, and restored by a button (UNDO-04)', async () => {
  let restored = false;
  const sent = show(({ method }) => {
    if (method === 'POST') {
      restored = true;
      return json({ event: calendarEvent('a', { at: '13:30', name: 'Dinner' }) }) as never;
    }
    return json({ events: restored ? [] : [deleted('a', 'Dinner', 1.5)] }) as never;
  });
  const list = await screen.findByRole('list', { name: 'Deleted events' });
  expect(within(list).getByText('29 days left')).toBeDefined();
  await act(async () => void fireEvent.click(within(list).getByRole('button', { name: 'Restore Dinner' })));
  expect(await screen.findByText('Restored Dinner')).toBeDefined();
  expect(sent.some(({ method, url }) => method === 'POST' && url.endsWith('/api/events/a/restore'))).toBe(true);
  expect(await screen.findByText('Nothing deleted in the last 30 days.')).toBeDefined();
});

it('an event deleted within the minute that is shown has 30 days left (UNDO-04)', async () => {
  show(() => json({ events: [deleted('a', 'Dinner', -30 / 86_400)] }) as never);
  expect(await screen.findByText('30 days left')).toBeDefined();
});

it('a longer list shows the next page when it is asked for (UNDO-04)', async () => {
  show(({ url }) =>
    url.includes('after=')
      ? (json({ events: [deleted('b', 'Lunch', 2)] }) as never)
      : (json({ events: [deleted('a', 'Dinner', 1)], next: '2030-05-14T13:30:00.000Z_a' }) as never),
  );
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Show more' })));
  expect(await screen.findByText('Lunch')).toBeDefined();
});

it('a page of events that cannot be restored any more does not say that nothing was deleted (UNDO-04)', async () => {
  show(() => json({ events: [], next: '2030-05-14T13:30:00.000Z_a' }) as never);
  expect(await screen.findByRole('button', { name: 'Show more' })).toBeDefined();
  expect(screen.queryByText('Nothing deleted in the last 30 days.')).toBeNull();
});

it('a list that does not load says so, with the way to try again (UNDO-17)', async () => {
  show(() => json({ error: 'Server error' }, 500) as never);
  expect(await screen.findByText('The list didn’t load.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});

function Deleting() {
  const undo = useUndo();
  return (
    <button type="button" onClick={() => undo.deleted('a', { name: 'Dinner', groupId: 'group-1' })}>
      Delete
    </button>
  );
}

it('the toast of a deletion restores the event, and says why it does not (UNDO-01, UNDO-13)', async () => {
  const { services } = signedInServices(() => json({ error: 'This event was removed by a moderator' }, 409));
  renderScreen(<Deleting />, services);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByText('Deleted Dinner')).toBeDefined();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
  expect(await screen.findByText('This event was removed by a moderator')).toBeDefined();
});

it('the history of a deleted event is opened beside it, without a version to put back (UNDO-06)', async () => {
  const at = new Date(NOW).toISOString();
  const made = { revision: 0, at, by: ada, what: 'created', was: null, now: { name: 'Dinner' } };
  const changes = [{ revision: 1, at, by: ada, what: 'deleted', was: made.now, now: null }, made];
  show(({ url }) =>
    url.includes('/history') ? (json({ changes }) as never) : (json({ events: [deleted('a', 'Dinner', 1)] }) as never),
  );
  fireEvent.click(await screen.findByRole('button', { name: 'History of Dinner' }));
  const history = await screen.findByRole('dialog', { name: 'History' });
  expect(await within(history).findByText('deleted it', { exact: false })).toBeDefined();
  expect(within(history).queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

const conflict = {
  conflicts: [calendarEvent('b', { at: '9:30', name: 'Lunch', groupName: 'Rowing' })],
  hasConflicts: true,
};

it('restoring asks first about what was planned at that time since (UNDO-03)', async () => {
  const sent = show(({ url, method }) => {
    if (url.includes('check-conflicts')) return json(conflict) as never;
    if (!url.startsWith('/api/events')) return json({ preferences: {}, groups: [] }) as never;
    if (method === 'POST') return json({ event: calendarEvent('a', { name: 'Dinner' }) }) as never;
    return json({ events: [deleted('a', 'Dinner', 1)] }) as never;
  });
  const restored = () => sent.some(({ url }) => url.endsWith('/restore'));
  await act(async () => void fireEvent.click(await screen.findByRole('button', { name: 'Restore Dinner' })));
  const question = await screen.findByRole('alertdialog', { name: 'Schedule Conflict' });
  expect(restored()).toBe(false);
  await act(async () => void fireEvent.click(within(question).getByRole('button', { name: 'Restore Anyway' })));
  expect(await screen.findByText('Restored Dinner')).toBeDefined();
  expect(restored()).toBe(true);
});

it('an event that its creator deletes for good leaves the list after a question that says so (UNDO-02, UNDO-05)', async () => {
  let purged = false;
  const sent = show(({ method }) => {
    purged ||= method === 'DELETE';
    const others = { ...deleted('c', 'Run', 2), createdBy: 'somebody' };
    return json(
      method === 'DELETE' ? { success: true } : { events: purged ? [] : [deleted('a', 'Dinner', 1), others] },
    ) as never;
  });
  const button = await screen.findByRole('button', { name: 'Delete Dinner for good' });
  expect(screen.queryByRole('button', { name: 'Delete Run for good' })).toBeNull();
  fireEvent.click(button);
  const question = await screen.findByRole('alertdialog', { name: 'Delete for good' });
  expect(question.textContent).toContain('This action cannot be undone.');
  await act(async () => void fireEvent.click(within(question).getByRole('button', { name: 'Delete for good' })));
  expect(sent.some(({ method, url }) => method === 'DELETE' && url.endsWith('/api/events/a/for-good'))).toBe(true);
  expect(await screen.findByText('Nothing deleted in the last 30 days.')).toBeDefined();
});

it('the list follows what is deleted elsewhere while it is open (UNDO-17)', async () => {
  let events = [deleted('a', 'Dinner', 1)];
  const { services } = signedInServices(() => json({ events }));
  const { store } = renderScreen(
    <TimeZoneContext value="America/New_York">
      <RecentlyDeleted groupId="group-1" onClose={vi.fn()} />
    </TimeZoneContext>,
    services,
  );
  await screen.findByText('Dinner');
  events = [deleted('b', 'Lunch', 0), ...events];
  await act(async () => {
    store.dispatch(changed({ name: 'eventDeleted', payload: { groupId: 'group-1', eventId: 'b' } }));
  });
  expect(await screen.findByText('Lunch')).toBeDefined();
});

it('the toast of a deletion goes once the event is there again (UNDO-11)', async () => {
  const { services } = signedInServices(() => json({}));
  const { store } = renderScreen(<Deleting />, services);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(screen.getByText('Deleted Dinner')).toBeDefined();
  const event = calendarEvent('a', { name: 'Dinner' });
  await act(async () => {
    store.dispatch(changed({ name: 'eventCreated', payload: { groupId: 'group-1', eventId: 'a', event } }));
  });
  expect(screen.queryByText('Deleted Dinner')).toBeNull();
});

it('the toast of a deletion goes with the group, in which nothing can be restored any more (UNDO-11, UNDO-13)', async () => {
  const { services } = signedInServices(() => json({}));
  const { store } = renderScreen(<Deleting />, services);
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const leave = (groupId: string) =>
    act(async () => {
      store.dispatch(changed({ name: 'groupLeft', payload: { groupId, reason: 'left' } }));
    });
  await leave('group-2');
  expect(screen.getByText('Deleted Dinner')).toBeDefined();
  await leave('group-1');
  expect(screen.queryByText('Deleted Dinner')).toBeNull();
});
