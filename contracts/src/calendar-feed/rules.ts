export const limits = {
  /** Per link. */
  feedFetchesPerHour: 60,
  /** Unknown links, per network address. */
  feedMissesPerHour: 60,
  /** Of a calendar file: events, parts of series, and dates of them that were changed. */
  feedEntries: 5000,
  /** Milliseconds that a calendar file reaches back and ahead: 90 days and two years. */
  feedBack: 90 * 86_400_000,
  feedAhead: 731 * 86_400_000,
} as const;

export const refusals = {
  'feed/unknown': [404, 'Not found'],
  'feed/too-many': [429, 'Too many requests. Please try again later.'],
} as const;
