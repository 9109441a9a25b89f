import type { AnswerOf, BodyInputOf, RouteName } from '@quorum/contracts/routes.ts';
import type { ApiError } from '../../data/api/api-error.ts';
import { baseApi } from '../../data/api/base-api.ts';
import { type Call, call } from '../../data/api/call.ts';
import type { Services } from '../../data/services/services.ts';
import { callAsAdmin } from './admin-request.ts';

export type AuditFilter = {
  readonly groupId?: string;
  readonly userId?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
};

type Answer<T> = { readonly data: T } | { readonly error: ApiError };
type Thunk = { readonly extra: unknown; readonly signal: AbortSignal };

const ask = async <N extends RouteName>(made: Call, { extra, signal }: Thunk): Promise<Answer<AnswerOf<N>>> =>
  (await callAsAdmin(made, extra as Services, signal)) as Answer<AnswerOf<N>>;

const LIVE = ['AdminReports', 'AdminConfig', 'AdminAudit', 'AdminParked'] as const;

/** The panel's queries, with the administrator's headers. Nothing is kept once it is not shown. */
export const adminApi = baseApi.enhanceEndpoints({ addTagTypes: LIVE }).injectEndpoints({
  endpoints: (build) => ({
    pendingReports: build.query<AnswerOf<'pendingReports'>, number>({
      queryFn: (page, api) => ask<'pendingReports'>(call('pendingReports', { query: { page, limit: 20 } }), api),
      providesTags: ['AdminReports'],
      keepUnusedDataFor: 0,
    }),
    openReport: build.query<AnswerOf<'openReport'>, { readonly id: string; readonly visitId: string }>({
      queryFn: ({ id, visitId }, api) =>
        ask<'openReport'>(call('openReport', { params: { id }, idempotencyKey: `${visitId} ${id}` }), api),
      keepUnusedDataFor: 0,
    }),
    reviewReport: build.mutation<AnswerOf<'reviewReport'>, BodyInputOf<'reviewReport'>>({
      queryFn: (body, api) => ask<'reviewReport'>(call('reviewReport', { body }), api),
      invalidatesTags: ['AdminReports', 'AdminAudit'],
    }),
    adminConfig: build.query<AnswerOf<'adminConfig'>, void>({
      queryFn: (_, api) => ask<'adminConfig'>(call('adminConfig'), api),
      providesTags: ['AdminConfig'],
      keepUnusedDataFor: 0,
    }),
    changeConfig: build.mutation<AnswerOf<'changeConfig'>, { readonly key: string; readonly value: string }>({
      queryFn: ({ key, value }, api) =>
        ask<'changeConfig'>(call('changeConfig', { params: { key }, body: { value } }), api),
      invalidatesTags: ['AdminConfig', 'AdminAudit'],
    }),
    audit: build.query<AnswerOf<'audit'>, AuditFilter & { readonly after?: string }>({
      queryFn: (filter, api) => ask<'audit'>({ route: 'audit', query: { limit: 50, ...filter } }, api),
      providesTags: ['AdminAudit'],
      keepUnusedDataFor: 0,
    }),
    auditChain: build.query<AnswerOf<'auditChain'>, string>({
      queryFn: (correlationId, api) => ask<'auditChain'>(call('auditChain', { params: { correlationId } }), api),
      providesTags: ['AdminAudit'],
      keepUnusedDataFor: 0,
    }),
    auditState: build.query<AnswerOf<'auditState'>, { readonly stream: string; readonly revision: number }>({
      queryFn: ({ stream, revision }, api) =>
        ask<'auditState'>(call('auditState', { params: { stream }, query: { revision } }), api),
      providesTags: ['AdminAudit'],
      keepUnusedDataFor: 0,
    }),
    auditNames: build.query<AnswerOf<'auditNames'>, string>({
      queryFn: (text, api) => ask<'auditNames'>(call('auditNames', { query: { text } }), api),
      keepUnusedDataFor: 0,
    }),
    parkedEvents: build.query<AnswerOf<'parkedEvents'>, void>({
      queryFn: (_, api) => ask<'parkedEvents'>(call('parkedEvents'), api),
      providesTags: ['AdminParked'],
      keepUnusedDataFor: 0,
    }),
  }),
});

/** Reloads everything on screen. */
export const everythingChanged = () => adminApi.util.invalidateTags([...LIVE]);

export const {
  usePendingReportsQuery,
  useOpenReportQuery,
  useReviewReportMutation,
  useAdminConfigQuery,
  useChangeConfigMutation,
  useAuditQuery,
  useAuditChainQuery,
  useAuditNamesQuery,
  useAuditStateQuery,
  useParkedEventsQuery,
} = adminApi;
