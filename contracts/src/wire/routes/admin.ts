import type { AuditLine, AuditState, Named } from '../audit.ts';
import * as admin from '../schemas/admin.ts';
import type {
  ConfigurationView,
  Pagination,
  ParkedEventView,
  PendingReportView,
  ReportEvidenceView,
} from '../views.ts';
import { answers, type Route, type Success } from './route.ts';

const administrators = { access: 'admin' } as const;

/** What the platform's administrators may see and do. Such calls carry the headers `username` and `password`. */
export const adminRoutes = {
  adminSignIn: {
    method: 'POST',
    path: '/api/admin/login',
    service: 'command',
    permission: administrators,
    answer: answers<{ readonly visitId: string; readonly username: string }>(),
  },
  adminSignOut: {
    method: 'POST',
    path: '/api/admin/logout',
    service: 'command',
    permission: administrators,
    body: admin.signOutBody,
    answer: answers<Success>(),
  },
  pendingReports: {
    method: 'GET',
    path: '/api/reports/admin/pending',
    service: 'query',
    permission: administrators,
    query: admin.pendingReportsQuery,
    cost: 5,
    answer: answers<{ readonly reports: readonly PendingReportView[]; readonly pagination: Pagination }>(),
  },
  /** Records who looked. It is a command because looking belongs to the audit history. */
  openReport: {
    method: 'POST',
    path: '/api/reports/admin/:id/open',
    service: 'command',
    permission: administrators,
    answer: answers<{ readonly evidence: ReportEvidenceView }>(),
  },
  reviewReport: {
    method: 'POST',
    path: '/api/reports/admin/action',
    service: 'command',
    permission: administrators,
    body: admin.reviewBody,
    answer: answers<{ readonly message: string }>(),
  },
  adminConfig: {
    method: 'GET',
    path: '/api/config/admin',
    service: 'query',
    permission: administrators,
    answer: answers<{ readonly configs: readonly ConfigurationView[] }>(),
  },
  changeConfig: {
    method: 'PUT',
    path: '/api/config/admin/:key',
    service: 'command',
    permission: administrators,
    body: admin.configBody,
    answer: answers<{ readonly message: string }>(),
  },
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    service: 'query',
    permission: administrators,
    query: admin.auditQuery,
    cost: 5,
    /** Newest first. `next` names where the next page begins; `null` on the last one. */
    answer: answers<{ readonly lines: readonly AuditLine[]; readonly next: string | null }>(),
  },
  auditChain: {
    method: 'GET',
    path: '/api/admin/audit/:correlationId',
    service: 'query',
    permission: administrators,
    cost: 5,
    /**
     * Oldest first: everything that followed from one request, at most 500. `earlier` is what led to a decision on a report.
     * `intact` says whether the hash chain confirms that none has changed since; `null` if there are too many to check.
     */
    answer: answers<{
      readonly lines: readonly AuditLine[];
      readonly earlier: readonly AuditLine[];
      readonly intact: boolean | null;
    }>(),
  },
  /** The state of a stream after one of its events, by default the last. User text in it is masked. */
  auditState: {
    method: 'GET',
    path: '/api/admin/state/:stream',
    service: 'query',
    permission: administrators,
    query: admin.stateQuery,
    cost: 5,
    answer: answers<AuditState>(),
  },
  /** People and groups whose name contains a text, for the history's filters. */
  auditNames: {
    method: 'GET',
    path: '/api/admin/names',
    service: 'query',
    permission: administrators,
    query: admin.namesQuery,
    cost: 5,
    answer: answers<{ readonly people: readonly Named[]; readonly groups: readonly Named[] }>(),
  },
  /** Long poll: responds when there is something newer than `after`, or after a few seconds. */
  adminChanges: {
    method: 'GET',
    path: '/api/admin/changes',
    service: 'query',
    permission: administrators,
    query: admin.changesQuery,
    answer: answers<{ readonly position: string }>(),
  },
  parkedEvents: {
    method: 'GET',
    path: '/api/admin/parked',
    service: 'query',
    permission: administrators,
    cost: 5,
    answer: answers<{
      /** Oldest first, at most 200. */
      readonly parked: readonly ParkedEventView[];
      readonly total: number;
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };
