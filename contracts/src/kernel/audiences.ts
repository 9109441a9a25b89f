/** Who a change is for. The names of their sequences. */

export const groupAudience = (groupId: string): string => `group-${groupId}`;

/** A person's own browsers. */
export const userAudience = (userId: string): string => `user-${userId}`;

/** Ends of a person's sessions. Only gateways follow this audience; clients never see its sequence. */
export const sessionsAudience = (userId: string): string => `sessions-${userId}`;
