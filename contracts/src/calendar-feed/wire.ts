import { z } from 'zod';
import { groupOrPersonal } from '../entry/wire.ts';
import { carries, type Frames, type OfUser } from '../kernel/frame.ts';
import { MY_SCHEDULE } from '../kernel/limits.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';

/** A link through which calendar programs read a calendar. The link itself is shown once, when it is created. */
export type CalendarFeedView = {
  readonly id: string;
  /** A group, or My Schedule. */
  readonly groupId: string;
  readonly createdAt: string;
  /** To within a day. `null` if nothing has read it yet. */
  readonly fetchedAt: string | null;
};

export const calendarFeedBody = z.object({ groupId: groupOrPersonal.default(MY_SCHEDULE) });

/** Calendars in other programs: links that they read, and copies of single events. */
export const calendarFeedRoutes = {
  calendarFeeds: {
    method: 'GET',
    path: '/api/calendar-feeds',
    service: 'query',
    permission: ownProfile,
    answer: answers<{ feeds: readonly CalendarFeedView[] }>(),
  },
  /** Replaces the link that the person had for this calendar. */
  createCalendarFeed: {
    method: 'POST',
    path: '/api/calendar-feeds',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readSchedule' },
    body: calendarFeedBody,
    answer: answers<{ feed: CalendarFeedView; url: string }>(),
  },
  endCalendarFeed: {
    method: 'DELETE',
    path: '/api/calendar-feeds/:id',
    service: 'command',
    pace: 'once',
    permission: ownProfile,
    answer: answers<Success>(),
  },
  /** The calendar of a link, as iCalendar text. */
  readCalendarFeed: {
    method: 'GET',
    path: '/api/calendar/:token/quorum.ics',
    service: 'query',
    permission: { access: 'link' },
    answer: answers<Blob>(),
  },
  /** An event, or one date of it, as iCalendar text. */
  calendarFile: {
    method: 'GET',
    path: '/api/events/:id/calendar-file',
    service: 'query',
    permission: { access: 'profile', rule: 'readEvent' },
    answer: answers<Blob>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const calendarFeedFrames = {
  /** A link to one of the person's calendars was made or turned off. */
  feedsUpdated: { of: [], audience: 'person', payload: carries<OfUser>() },
} as const satisfies Frames;
