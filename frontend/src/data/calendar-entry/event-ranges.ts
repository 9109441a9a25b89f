import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';

/** First and last day, both inside. */
export type Range = { readonly startDate: string; readonly endDate: string };

/** What to ask for: all groups and the personal events for My Schedule. Days are days of the given zone. */
export const eventsOf = (groupId: string, timeZone: string, { startDate, endDate }: Range) => ({
  ...(groupId === MY_SCHEDULE ? {} : { groupId }),
  startDate,
  endDate,
  timeZone,
});
