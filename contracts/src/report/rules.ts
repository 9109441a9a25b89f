import { allowIf, type OnMessage } from '../kernel/permissions.ts';
import { readMessage } from '../message/rules.ts';

export const limits = {
  reportDescription: 1000,
  /** Per account. */
  newReportsPerDay: 50,
  adminNotes: 2000,
  reportPage: 20,
} as const;

export const refusals = {
  'report/own-message': [400, 'You cannot report your own message'],
  'report/already-open': [409, 'You have already reported this message'],
  'report/too-many-today': [429, 'You have sent many reports today. Please try again tomorrow.'],
  'report/not-found': [404, 'Report not found'],
  'report/already-decided': [409, 'This report was already decided by {by} on {at}.'],
  'report/account-gone': [409, 'This account no longer exists. Its number cannot be blocked any more.'],
} as const;

export const permissions = {
  reportMessage: (facts: OnMessage) =>
    readMessage(facts) ?? allowIf(facts.actorId !== facts.senderId, 'report/own-message'),
} as const;

export const reportReasons = ['spam', 'harassment', 'hate', 'violence', 'sexual content', 'other'] as const;
/** Decisions an administrator can make on a report. */
export const reviewActions = ['allow', 'remove_message', 'ban_user'] as const;

export type ReviewAction = (typeof reviewActions)[number];

export const reviewLabels: { readonly [A in ReviewAction]: string } = {
  allow: 'Allow',
  remove_message: 'Remove message',
  ban_user: 'Ban user',
};
