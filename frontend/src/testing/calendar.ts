import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { spanOf } from '@quorum/contracts/time/wall-clock.ts';
import { person } from './fakes.ts';

type Given = Partial<EventView> & { readonly at?: string };

/** An event on today's date, 2026-05-14, at `at` in its zone, an hour long by default. */
export const calendarEvent = (id: string, { at = '10:00', ...more }: Given = {}): EventView => {
  const { date = '2026-05-14', timeZone = 'America/New_York', duration = 60 } = more;
  const creator = more.creator ?? person(more.createdBy ?? 'user-b');
  return {
    _id: id,
    id,
    name: `Event ${id}`,
    description: '',
    location: '',
    date,
    time: at,
    timeZone,
    duration,
    ...spanOf({ date, time: at, timeZone, duration }),
    groupId: 'group-1',
    groupName: 'Group group-1',
    isMyQEvent: false,
    createdBy: creator._id,
    creator,
    revision: 1,
    placeRevision: 0,
    ...more,
  };
};
