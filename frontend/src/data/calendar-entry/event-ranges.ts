import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';

/** First and last day, inclusive. */
export type Range = { readonly startDate: string; readonly endDate: string };

/**
 * The arguments to query. My Schedule has the events of all groups and the personal ones. Days are days of the given
 * zone.
 */
export const eventsOf = (groupId: string, timeZone: string, { startDate, endDate }: Range) => ({
  ...(groupId === MY_SCHEDULE ? {} : { groupId }),
  startDate,
  endDate,
  timeZone,
});
