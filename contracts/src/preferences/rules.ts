export const limits = {
  /** Colors that a group can have. */
  colors: 5,
} as const;

/** The messages of a group that alert a person: every one by others, those that concern them, or none. */
export const notificationLevels = ['all', 'mentions', 'nothing'] as const;

export type NotificationLevel = (typeof notificationLevels)[number];
