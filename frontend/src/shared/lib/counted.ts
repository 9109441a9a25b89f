/** A number of messages as a badge shows it. */
export const counted = (count: number): string => (count > 99 ? '99+' : String(count));

/** The same as it is read aloud. */
export const countedAloud = (count: number): string => (count > 99 ? '99 or more' : String(count));

/** `1 member`, `24 members` */
export const memberCountText = (count: number): string => `${count} ${count === 1 ? 'member' : 'members'}`;
