export const limits = {
  /** Of a group, to choose from. */
  colors: 5,
} as const;

/** What a person can be alerted of in a group: every message by others, those that concern them, or none. */
export const notificationLevels = ['all', 'mentions', 'nothing'] as const;

export type NotificationLevel = (typeof notificationLevels)[number];
