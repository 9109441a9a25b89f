import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { json, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { RecentlyDeleted } from './recently-deleted.tsx';
import { useUndoDeletion } from './use-undo-deletion.ts';

/** When the clock of the tests stands. */
const NOW = Date.parse('2026-05-14T14:42:00.000Z');

const deleted = (id: string, name: string, daysAgo: number) => ({
  _id: id,
  kind: 'event',
  name,
  startsAt: '2030-05-14T13:30:00.000Z',
  endsAt: '2030-05-14T14:30:00.000Z',
  deletedAt: new Date(NOW - daysAgo * 86_400_000).toISOString(),
  createdBy: 'ada',
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

it('what was deleted is listed with the days that are left, and restored by its button (UNDO-04)', async () => {
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

it('what was deleted within the minute that is shown has 30 days left (UNDO-04)', async () => {
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

it('a list that does not load says so, with the way to try again (UNDO-17)', async () => {
  show(() => json({ error: 'Server error' }, 500) as never);
  expect(await screen.findByText('The list didn’t load.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
});

function Deleting() {
  const sayDeleted = useUndoDeletion();
  return (
    <button type="button" onClick={() => sayDeleted('a', 'Dinner')}>
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
