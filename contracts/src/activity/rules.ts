export const limits = {
  /** Of a person, in Activity. */
  activityItems: 200,
  /** How long an item stays in Activity. Milliseconds. */
  activityAge: 30 * 86_400_000,
} as const;
