/** A number of unread messages as a badge shows it. */
export const badgeCount = (count: number): string => (count > 99 ? '99+' : String(count));

/** The same as it is read aloud. */
export const spokenCount = (count: number): string => (count > 99 ? '99 or more' : String(count));
