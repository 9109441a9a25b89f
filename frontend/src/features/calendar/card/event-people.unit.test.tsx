import type { AttendanceView } from '@quorum/contracts/entry/attendance.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { groupApi } from '../../../data/group/group-api.ts';
import { calendarEvent } from '../../../testing/calendar.ts';
import { group, json, person, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { EventPeople } from './event-people.tsx';

const [tom, ada] = [person('tom', 'Tom'), person('ada', 'Ada')];
const none = { going: 1, maybe: 0, cant: 0, waiting: 0, guests: 0, notConfirmed: 0, seats: null, guestsEach: 0 };

type Page = { readonly names: readonly string[]; readonly total: number; readonly next?: string };

const show = (attendance: Partial<AttendanceView>, answer: (query: URLSearchParams) => Page) => {
  const { services } = signedInServices(({ url }) => {
    const { names, total, next = null } = answer(new URL(url, 'http://quorum').searchParams);
    const rsvps = names.map((name) => ({
      user: person(name.toLowerCase(), name),
      guests: 0,
      place: null,
      notConfirmed: false,
    }));
    return json({ rsvps, total, next }) as never;
  });
  const counts = { ...none, faces: [tom], revision: '1', ...attendance };
  renderScreen(<EventPeople event={calendarEvent('e1', { creator: tom, attendance: counts })} />, services);
};

const nobody: Page = { names: [], total: 0 };

it('an event that only its creator comes to has no answers yet, and says how many are missing (RSVP-03, RSVP-04)', async () => {
  show({}, (query) => (query.get('answer') === 'none' ? { names: [], total: 4 } : nobody));
  expect(await screen.findByText('No answer yet (4)')).toBeDefined();
  expect(screen.getByText('No answers yet.')).toBeDefined();
  expect(screen.queryByText(/^Going/)).toBeNull();
});

it('an event whose creator cannot come, or left, lists the one answer that it has (RSVP-03)', async () => {
  show({ going: 0, cant: 1, faces: [] }, (query) =>
    query.get('answer') === 'cant' ? { names: ['Tom'], total: 1 } : nobody,
  );
  expect(await screen.findByText('Can’t (1)')).toBeDefined();
  expect(screen.getByRole('listitem').textContent).toContain('Creator');
  expect(screen.queryByText('No answers yet.')).toBeNull();
});

it('an event without its creator lists who is going, also if it is one (RSVP-03, RSVP-20)', async () => {
  show({ faces: [ada] }, (query) => (query.get('answer') === 'going' ? { names: ['Ada'], total: 1 } : nobody));
  expect(await screen.findByText('Going (1)')).toBeDefined();
  expect(screen.queryByText('Creator')).toBeNull();
  expect(screen.queryByText('No answers yet.')).toBeNull();
});

it('the owner and admins of a group find everybody without an answer, page by page (RSVP-04)', async () => {
  show({}, (query) => {
    if (query.get('answer') !== 'none') return nobody;
    return query.get('after') === 'ben' ? { names: ['Cleo'], total: 9 } : { names: ['Ben'], total: 9, next: 'ben' };
  });
  expect(await screen.findByText(/^Ben/)).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/^Cleo/)).toBeDefined();
});

it.each([
  [true, '3'],
  [false, '0'],
])(
  'the list of those without an answer has its room before it arrives, if they are named: %s (UX-01)',
  async (namesSilent, lines) => {
    const { services } = signedInServices(() => new Promise<never>(() => {}));
    const attendance = { ...none, faces: [tom], revision: '1' };
    const event = calendarEvent('e1', { creator: tom, groupId: 'group-1', attendance });
    const { store } = renderScreen(<EventPeople event={event} namesSilent={namesSilent} />, services);
    const groups = [group('group-1', { memberCount: 4 })];
    await act(async () => void (await store.dispatch(groupApi.util.upsertQueryData('myGroups', undefined, groups))));
    const room = (await screen.findByLabelText('Loading No answer yet')).parentElement;
    expect(room?.style.getPropertyValue('--lines')).toBe(lines);
  },
);
