/** Texts that the client has from the start. All others come with an answer. */
export const SESSION_ENDED = 'Your session has ended. Please log in again.';
export const NOT_A_MEMBER = 'You are not a member of this group';
export const REMOVED_FROM_GROUP = 'You were removed from this group';
