import { z } from 'zod';
import { auditKinds } from '../audit.ts';
import { limits } from '../limits.ts';
import { reviewActions } from '../review-actions.ts';
import { id, optionalText, pageLimit, plainText } from './fields.ts';

const page = z.coerce
  .number({ error: 'Please use a page from 1' })
  .int('Please use a page from 1')
  .min(1, 'Please use a page from 1');

export const signOutBody = z.object({ visitId: id });
export const pendingReportsQuery = z.object({
  page: page.max(100_000, 'Please use a page from 1').default(1),
  limit: pageLimit(100).default(limits.reportPage),
});
export const reviewBody = z.object({
  reportId: id,
  action: z.enum(reviewActions, { error: 'Please choose an action' }),
  adminNotes: optionalText(limits.adminNotes).default(''),
});
export const configBody = z.object({
  value: z.string({ error: 'Please enter a value' }).max(4096, 'Please use at most 4096 characters'),
});

const instant = z.iso.datetime({ error: 'Please use an instant in the form 2026-05-14T00:00:00.000Z' });

/** `from` inclusive, `to` exclusive. `after` is the `next` of the previous page. */
export const auditQuery = z.object({
  groupId: id.optional(),
  userId: id.optional(),
  kind: z.enum(auditKinds, { error: 'Please choose a kind' }).optional(),
  from: instant.optional(),
  to: instant.optional(),
  after: plainText(100, 'Please use the place that the page before ended with').optional(),
  limit: pageLimit(limits.auditPageMost).default(limits.auditPage),
});
export const stateQuery = z.object({
  revision: z.coerce
    .number({ error: 'Please use a revision from 0' })
    .int('Please use a revision from 0')
    .min(0, 'Please use a revision from 0')
    .optional(),
});
export const namesQuery = z.object({ text: plainText(100, 'Please use at most 100 characters') });
export const changesQuery = z.object({ after: plainText(100, 'Please use the last position').default('') });
