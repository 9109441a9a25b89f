/** Newest changes that an audience keeps at least. */
export const KEPT_CHANGES = 5_000;
