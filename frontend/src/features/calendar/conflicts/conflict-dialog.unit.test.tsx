import type { ConflictsView, ConflictView } from '@quorum/contracts/entry/wire.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeServices, group, json } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';

const conflict = (groupId: string, groupName: string, name: string): ConflictView => ({
  _id: name,
  name,
  groupId,
  groupName,
  date: '2026-05-14',
  time: '11:00',
  duration: 45,
  startsAt: '2026-05-14T15:00:00.000Z',
  endsAt: '2026-05-14T15:45:00.000Z',
  createdBy: { firstName: 'Noor', lastName: 'Haddad' },
});

const show = (
  conflicts: readonly ConflictView[],
  total?: number,
  startsAt = '2026-05-14T15:00:00.000Z',
  occurrences?: ConflictsView['occurrences'],
) => {
  const { services } = fakeServices(({ url }) => {
    if (url.includes('my-groups'))
      return json({ groups: [group('g1', { name: 'Choir' }), group('g2', { name: 'Choir' })] });
    return json({ preferences: { g1: { color: 2 }, g2: { color: 4 } } });
  });
  const event = {
    name: 'Proof sign-off',
    groupName: 'Choir',
    groupId: 'g1',
    startsAt: Date.parse(startsAt),
    duration: 60,
  };
  const ignore = () => undefined;
  renderScreen(
    <ConflictDialog
      event={event}
      conflicts={{
        hasConflicts: true,
        conflicts,
        ...(total !== undefined && { total }),
        ...(occurrences && { occurrences }),
      }}
      kind="new"
      timeZone="America/New_York"
      onCancel={ignore}
      onConfirm={ignore}
    />,
    services,
  );
};
const accentOf = (name: string) => screen.getByText(name).closest('[data-accent]')?.getAttribute('data-accent');

describe('Schedule Conflict', () => {
  it('Schedule Conflict shows every event in the color of its own group, even if groups share a name (EVENT-37)', async () => {
    show([conflict('g1', 'Choir', 'Rehearsal'), conflict('g2', 'Choir', 'Concert'), conflict('my-q', '', 'Dentist')]);
    await waitFor(() => expect(accentOf('Concert')).toBe('purple'));
    expect(accentOf('Rehearsal')).toBe('green');
    expect(accentOf('Dentist')).toBe('personal');
  });

  it('Schedule Conflict of an event that repeats says on how many of its dates, and lists them (SERIES-23)', () => {
    const dates = ['2026-05-19', '2026-06-02'].map((date) => ({
      date,
      conflict: conflict('g1', 'Choir', `On ${date}`),
    }));
    show([], undefined, undefined, { dates, total: 2, checked: 53 });
    expect(screen.getByText('Proof sign-off overlaps on 2 of its first 53 dates.')).toBeDefined();
    const items = within(screen.getByRole('list', { name: 'Dates that overlap' })).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Tue, May 19On 2026-05-19',
      'Tue, Jun 2On 2026-06-02',
    ]);
  });

  it('Schedule Conflict lists events that start at the same time by name, as the schedule does', () => {
    show(['Rehearsal 10', 'Concert', 'Rehearsal 9', 'Dentist'].map((name) => conflict('g1', 'Choir', name)));
    const names = screen.getAllByText(/^(Rehearsal \d+|Concert|Dentist)$/).map(({ textContent }) => textContent);
    expect(names).toEqual(['Concert', 'Dentist', 'Rehearsal 9', 'Rehearsal 10']);
  });

  it('Schedule Conflict names both days of a conflict that ends on another day (OPEN-040)', async () => {
    const overnight = { ...conflict('g1', 'Choir', 'Night bus'), duration: 780, endsAt: '2026-05-15T04:00:00.000Z' };
    show([overnight]);
    expect(await screen.findByText(/^May 14, 11:00 AM – May 15, 12:00 AM/)).toBeDefined();
  });

  it('Schedule Conflict names the year of an event in another year', () => {
    const inJanuary = { startsAt: '2027-01-14T16:00:00.000Z', endsAt: '2027-01-15T05:00:00.000Z' };
    show([{ ...conflict('g1', 'Choir', 'Night bus'), ...inJanuary }], undefined, inJanuary.startsAt);
    expect(screen.getByText(/ on Thursday, January 14, 2027\.$/)).toBeDefined();
    expect(screen.getByText(/^Jan 14, 2027, 11:00 AM – Jan 15, 2027, 12:00 AM/)).toBeDefined();
  });

  it('Schedule Conflict says how many events there are, and when not all are listed (EVENT-37)', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => conflict('g1', 'Choir', `Rehearsal ${index}`));
    show(fifty, 61);
    expect(screen.getByText('Proof sign-off overlaps with 61 events on Thursday, May 14.')).toBeDefined();
    expect(screen.getByText('Showing the first 50.')).toBeDefined();
    cleanup();
    show(fifty.slice(0, 7));
    expect(screen.getByText('Proof sign-off overlaps with 7 events on Thursday, May 14.')).toBeDefined();
    expect(screen.queryByText(/^Showing the first/)).toBeNull();
  });
});
