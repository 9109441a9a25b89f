export const reportReasons = ['spam', 'harassment', 'hate', 'violence', 'sexual content', 'other'] as const;
/** Decisions an administrator can make on a report. */
export const reviewActions = ['allow', 'remove_message', 'ban_user'] as const;

export type ReviewAction = (typeof reviewActions)[number];

export const reviewLabels: { readonly [A in ReviewAction]: string } = {
  allow: 'Allow',
  remove_message: 'Remove message',
  ban_user: 'Ban user',
};
