/** Minimum number of newest changes kept per audience. */
export const KEPT_CHANGES = 5_000;
