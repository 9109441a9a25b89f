export const limits = {
  /** Members of a group up to which they are alerted of all messages until they choose. */
  loudGroup: 100,
  /** Per person. */
  pushTargets: 20,
  /** To one person, besides what concerns them alone or changes an event. */
  pushesPerHour: 60,
  /** Characters of the text in an alert. */
  alertText: 160,
} as const;

export const refusals = {
  'push/endpoint-invalid': [400, 'This browser can’t receive notifications'],
  'push/off': [409, 'Notifications are turned off on this server'],
} as const;
