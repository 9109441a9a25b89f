/** Minimum number of newest changes kept per audience. */
export const KEPT_CHANGES = 5_000;

/** Most documents that one commit or one step of a sweep removes by fields: some milliseconds of work. */
export const MAX_REMOVED_AT_ONCE = 100;
