const MOST = 99;

/** What the badge shows: at most `99+`; nothing for none. */
export const unreadBadge = (count: number): string | undefined =>
  count <= 0 ? undefined : count > MOST ? `${MOST}+` : String(count);

/** The group's name with its unread count in words. */
export const groupLabel = (name: string, count: number): string =>
  count <= 0 ? name : count > MOST ? `${name}, ${MOST} or more unread` : `${name}, ${count} unread`;
