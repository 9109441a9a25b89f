export const limits = {
  /** Items that Activity shows. */
  activityItems: 200,
  /** How long an item stays in Activity. Milliseconds. */
  activityAge: 30 * 86_400_000,
} as const;
