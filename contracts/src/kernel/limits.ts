/** Constants shared by server and client. Sizes in bytes and times in milliseconds unless stated otherwise. */
export const limits = {
  requestTimeout: 10_000,
  resendCooldown: 30_000,
  codeLifetime: 600_000,
  savedStepLifetime: 600_000,
  sessionLifetime: 30 * 86_400_000,
  personName: 50,
  email: 254,
  groupName: 50,
  /** Per account. */
  newGroupsPerDay: 20,
  ownedGroups: 100,
  groupDescription: 200,
  eventName: 100,
  eventDescription: 1000,
  eventLocation: 300,
  /** Also the page of a request without a `limit`. */
  eventPageMost: 1000,
  /** Minutes; one year. Longer than any real event, short enough to bound range queries. */
  eventDuration: 527_040,
  /** How long a deleted event can be restored. Milliseconds. */
  eventRestorable: 30 * 86_400_000,
  /** Per account. */
  newEventsPerDay: 500,
  /** Per calendar. */
  comingEvents: 5000,
  /** Of one person in a calendar. */
  comingEventsOfPerson: 500,
  defaultDuration: 60,
  /** Of an event. */
  seats: 10_000,
  /** Of a member at an event. */
  guestsEach: 5,
  rsvpPage: 50,
  rsvpPageMost: 200,
  /** Running ones, per calendar. */
  series: 200,
  seriesCount: 730,
  /** Years from the first date. */
  seriesYears: 10,
  seriesParts: 50,
  /** Dates ahead that were changed or deleted by themselves. */
  seriesExceptions: 400,
  /** Characters of the texts of dates that were changed by themselves. They are all in one document. */
  seriesExceptionText: 100_000,
  /** A year of weeks: the dates of a series that are checked for conflicts. */
  seriesDatesChecked: 53,
  message: 5000,
  messageEditWindow: 86_400_000,
  reportDescription: 1000,
  /** Per account. */
  newReportsPerDay: 50,
  adminNotes: 2000,
  reportPage: 20,
  auditPage: 50,
  auditPageMost: 200,
  picture: 5_242_880,
  video: 104_857_600,
  attachment: 26_214_400,
  messagePage: 50,
  messagePageMost: 200,
  noticePageMost: 200,
  memberPage: 50,
  memberPageMost: 200,
  autocompleteMin: 3,
  autocompleteDebounce: 300,
  typingIdle: 15_000,
  /** Of a group. */
  pins: 50,
  /** Different people in one message. */
  mentions: 20,
  /** Of a person, in Activity. */
  activityItems: 200,
  /** How long an item stays in Activity. Milliseconds. */
  activityAge: 30 * 86_400_000,
  /** Members of a group up to which a picker loads all of them. */
  mentionsLoaded: 200,
  /** Milliseconds. */
  mentionDebounce: 150,
  /** Members of a group up to which each may mention everyone. */
  smallGroup: 20,
  /** Members of a group up to which they are alerted of all messages until they choose. */
  loudGroup: 100,
  /** Of one person. */
  pushTargets: 20,
  /** To one person, besides what concerns them alone or changes an event. */
  pushesAnHour: 60,
  /** Characters of the text in an alert. */
  alertText: 160,
  colors: 5,
  /** Letters of a search. */
  search: 200,
  searchWords: 8,
  searchPage: 20,
  searchPageMost: 50,
  /** Different words by which a message is found. */
  searchedWords: 400,
  jsonBody: 65_536,
} as const;

/** The available reactions, in palette order. */
export const reactionPalette = ['👍', '❤️', '😂', '😮', '😢', '😡', '🎉', '🔥'] as const;

export type ReactionEmoji = (typeof reactionPalette)[number];

/** What a person can be alerted of in a group: every message by others, those that concern them, or none. */
export const notificationLevels = ['all', 'mentions', 'nothing'] as const;

export type NotificationLevel = (typeof notificationLevels)[number];

export const PRODUCT_NAME = 'Quorum';

/** Support address, unless the configuration sets another. */
export const DEFAULT_SUPPORT_EMAIL = 'support@quorum.app';

/** Where to get the apps, unless the configuration sets another address. */
export const defaultStoreLinks = {
  ios: 'https://apps.apple.com/app/quorum',
  android: 'https://play.google.com/store/apps/details?id=app.quorum',
} as const;

/** Id of My Schedule, the pseudo-group of personal events. */
export const MY_SCHEDULE = 'my-q';

/** Headers for idempotency and read-your-writes. */
export const headers = {
  position: 'x-position',
  minPosition: 'x-min-position',
  idempotencyKey: 'idempotency-key',
  correlationId: 'x-correlation-id',
  sequence: 'x-sequence',
} as const;
