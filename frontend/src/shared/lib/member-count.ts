/** `1 member`, `24 members` */
export const memberCountText = (count: number): string => `${count} ${count === 1 ? 'member' : 'members'}`;
