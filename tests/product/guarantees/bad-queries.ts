import type { RouteName } from '@quorum/contracts/routes.ts';

/** Queries that routes do not accept. */
export const badQueries: readonly (readonly [RouteName, string])[] = [
  ['messages', '?limit=abc'],
  ['messages', '?limit=0'],
  ['messages', '?limit=100000'],
  ['messages', '?before=nope'],
  ['messages', '?limit=1&limit=2'],
  ['groupMembers', '?limit=-1'],
  ['filesByDate', ''],
  ['filesByDate', '?startDate=2030-02-31&endDate=2030-03-01'],
  ['imagesByDate', '?startDate=x&endDate=y'],
  ['linksByDate', '?startDate=2030-01-01&endDate=2030-01-02&timeZone=Mars/Base'],
  ['events', '?timeZone=Nowhere'],
  ['events', '?groupId=nope'],
  ['events', '?startDate=garbage&endDate=2030-01-01'],
  ['addressAutocomplete', ''],
  ['addressAutocomplete', `?query=${'x'.repeat(400)}`],
];
