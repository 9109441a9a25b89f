import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';

/** Paths of what people link to. They never change. */

export const ACTIVITY_PATH = '/dashboard/activity';

/** The calendar feeds, on the page of the account. */
export const FEEDS_ANCHOR = 'calendar-feeds';

/** Where a group opens in the preferred view. */
export const pathOfGroup = (groupId: string): string =>
  groupId === MY_SCHEDULE ? '/dashboard' : `/dashboard/group/${groupId}`;

export const pathOfMessage = (groupId: string, messageId: string): string =>
  `${pathOfGroup(groupId)}/message/${messageId}`;

/** A file has the id of its message. */
export const pathOfFile = (groupId: string, messageId: string): string => `${pathOfGroup(groupId)}/media/${messageId}`;

export const pathOfEvent = (groupId: string, eventId: string): string => `${pathOfGroup(groupId)}/event/${eventId}`;

export const pathOfDay = (groupId: string, date: string): string => `${pathOfGroup(groupId)}/day/${date}`;

/** The schedule of a group, or of all groups, on a day. */
export const pathOfSchedule = (groupId: string, date?: string): string => {
  const path = groupId === MY_SCHEDULE ? pathOfGroup(groupId) : `${pathOfGroup(groupId)}/schedule`;
  return date === undefined ? path : `${path}?${new URLSearchParams({ day: date })}`;
};

/** The same path as a link that can be sent to somebody. */
export const linkTo = (path: string): string => new URL(path, window.location.origin).href;

/** The path of a link to something in the product. Undefined for any other address. */
export const pathOfLink = (url: string): string | undefined => {
  const { origin, pathname, search } = new URL(url);
  return origin === window.location.origin && /^\/dashboard(\/|$)/.test(pathname) ? `${pathname}${search}` : undefined;
};
