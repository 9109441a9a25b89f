import { z } from 'zod';
import { id, optionalText, pageLimit } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { administrators, answers, type Route } from '../kernel/route.ts';
import type { MessageView } from '../message/wire.ts';
import { reportReasons, reviewActions } from './rules.ts';

export type ReportView = {
  readonly _id: string;
  readonly createdAt: string;
  readonly reason: string;
  readonly description: string;
  readonly messageId: {
    readonly _id: string;
    readonly type: string;
    readonly content: string;
    readonly createdAt: string;
  };
};

export type Pagination = {
  readonly currentPage: number;
  readonly totalPages: number;
  readonly total: number;
};

/** A person as administrators see them, the number masked. Empty once the account is deleted. */
export type ReportedPerson = {
  readonly _id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
};

/** A report awaiting a decision. Shows what was reported as it was then; `null` where it has been erased since. */
export type PendingReportView = Omit<ReportView, 'messageId'> & {
  readonly messageId: Omit<ReportView['messageId'], 'content'> & {
    readonly content: string | null;
    readonly file: {
      readonly name: string | null;
      readonly size: number;
      readonly mimeType: string;
    } | null;
    readonly event: {
      readonly name: string;
      readonly description: string;
      readonly location: string;
      readonly startsAt: string;
      readonly endsAt: string;
    } | null;
  };
  readonly reportedBy: ReportedPerson;
  readonly reportedUser: ReportedPerson;
  readonly groupId: { readonly _id: string; readonly name: string };
};

/** Where to view the file of a reported message; `null` if it had none. */
export type ReportEvidenceView = { readonly fileUrl: string | null };

/** The messages before and after a reported one, oldest first, as they are now. */
export type MessagesAroundView = { readonly before: readonly MessageView[]; readonly after: readonly MessageView[] };

/** Whole numbers of the people in a report; empty once an account is deleted. */
export type ReportNumbersView = { readonly reportedBy: string; readonly reportedUser: string };

const page = z.coerce
  .number({ error: 'Please use a page from 1' })
  .int('Please use a page from 1')
  .min(1, 'Please use a page from 1');

export const pendingReportsQuery = z.object({
  page: page.max(100_000, 'Please use a page from 1').default(1),
  limit: pageLimit(100).default(limits.reportPage),
});

export const reviewBody = z.object({
  reportId: id,
  action: z.enum(reviewActions, { error: 'Please choose an action' }),
  adminNotes: optionalText(limits.adminNotes).default(''),
});

export const reportBody = z.object({
  messageId: id,
  reason: z.enum(reportReasons, { error: 'Please choose a reason' }),
  description: optionalText(limits.reportDescription).default(''),
});

/** Reports, by members and for administrators. */
export const reportRoutes = {
  report: {
    method: 'POST',
    path: '/api/reports',
    service: 'command',
    pace: 'daily',
    permission: { access: 'profile', rule: 'reportMessage' },
    body: reportBody,
    answer: answers<{ report: ReportView }>(),
  },
} as const satisfies { readonly [name: string]: Route };

/** How administrators see and decide reports. */
export const reviewRoutes = {
  pendingReports: {
    method: 'GET',
    path: '/api/reports/admin/pending',
    service: 'query',
    permission: administrators,
    query: pendingReportsQuery,
    answer: answers<{ readonly reports: readonly PendingReportView[]; readonly pagination: Pagination }>(),
  },
  /** Records who looked. It is a command because looking belongs to the audit history. */
  openReport: {
    method: 'POST',
    path: '/api/reports/admin/:id/open',
    service: 'command',
    pace: 'admin',
    permission: administrators,
    answer: answers<{
      readonly evidence: ReportEvidenceView;
      readonly around: MessagesAroundView;
      readonly phoneNumbers: ReportNumbersView;
    }>(),
  },
  reviewReport: {
    method: 'POST',
    path: '/api/reports/admin/action',
    service: 'command',
    pace: 'admin',
    permission: administrators,
    body: reviewBody,
    answer: answers<{ readonly message: string }>(),
  },
} as const satisfies { readonly [name: string]: Route };
