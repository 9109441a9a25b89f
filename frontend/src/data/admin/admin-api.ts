import type { AnswerOf, BodyInputOf, QueryOf, RouteName } from '@quorum/contracts/routes.ts';
import type { ApiError } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import type { Call, CallParts } from '../api/call.ts';
import type { Services } from '../services/services.ts';
import { callAsAdmin } from './admin-request.ts';

export type AuditFilter = {
  readonly groupId?: string;
  readonly userId?: string;
  readonly kind?: string;
  readonly from?: string;
  readonly to?: string;
};

type AuditPage = AuditFilter & { readonly after?: string };
type Opened = { readonly id: string; readonly visitId: string };
type Setting = { readonly key: string; readonly value: string };
type Revision = { readonly stream: string; readonly revision: number };

type PageOf<A> = { readonly queryArg: A; readonly pageParam: string | undefined };

type Answer<T> = { readonly data: T } | { readonly error: ApiError };
type Thunk = { readonly extra: unknown; readonly signal: AbortSignal };

/** The call of an endpoint, by its route, with the administrator's headers. Nothing is kept once it is not shown. */
const asks = <N extends RouteName, A>(route: N, parts: (arg: A) => CallParts<N>) => ({
  queryFn: async (arg: A, { extra, signal }: Thunk) =>
    (await callAsAdmin({ ...parts(arg), route } as Call, extra as Services, signal)) as Answer<AnswerOf<N>>,
  keepUnusedDataFor: 0,
});

const nothing = () => ({});

const LIVE = ['AdminReports', 'AdminConfig', 'AdminAudit', 'AdminParked'] as const;

export const adminApi = baseApi.enhanceEndpoints({ addTagTypes: LIVE }).injectEndpoints({
  endpoints: (build) => ({
    pendingReports: build.query<AnswerOf<'pendingReports'>, number>({
      ...asks('pendingReports', (page: number) => ({ query: { page, limit: 20 } })),
      providesTags: ['AdminReports'],
    }),
    openReport: build.query<AnswerOf<'openReport'>, Opened>(
      asks('openReport', ({ id, visitId }: Opened) => ({ params: { id }, idempotencyKey: `${visitId} ${id}` })),
    ),
    reviewReport: build.mutation<AnswerOf<'reviewReport'>, BodyInputOf<'reviewReport'>>({
      ...asks('reviewReport', (body: BodyInputOf<'reviewReport'>) => ({ body })),
      invalidatesTags: ['AdminReports', 'AdminAudit'],
    }),
    adminConfig: build.query<AnswerOf<'adminConfig'>, void>({
      ...asks('adminConfig', nothing),
      providesTags: ['AdminConfig'],
    }),
    changeConfig: build.mutation<AnswerOf<'changeConfig'>, Setting>({
      ...asks('changeConfig', ({ key, value }: Setting) => ({ params: { key }, body: { value } })),
      invalidatesTags: ['AdminConfig', 'AdminAudit'],
    }),
    audit: build.query<AnswerOf<'audit'>, AuditPage>({
      ...asks('audit', (page: AuditPage) => ({ query: { limit: 50, ...page } as QueryOf<'audit'> })),
      providesTags: ['AdminAudit'],
    }),
    auditChain: build.infiniteQuery<AnswerOf<'auditChain'>, string, string | undefined>({
      ...asks('auditChain', ({ queryArg, pageParam }: PageOf<string>) => ({
        params: { correlationId: queryArg },
        query: { after: pageParam },
      })),
      infiniteQueryOptions: { initialPageParam: undefined, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: ['AdminAudit'],
    }),
    auditState: build.query<AnswerOf<'auditState'>, Revision>({
      ...asks('auditState', ({ stream, revision }: Revision) => ({ params: { stream }, query: { revision } })),
      providesTags: ['AdminAudit'],
    }),
    auditNames: build.query<AnswerOf<'auditNames'>, string>(
      asks('auditNames', (text: string) => ({ query: { text } })),
    ),
    parkedEvents: build.query<AnswerOf<'parkedEvents'>, void>({
      ...asks('parkedEvents', nothing),
      providesTags: ['AdminParked'],
    }),
  }),
});

/** Reloads everything on screen. */
export const everythingChanged = () => adminApi.util.invalidateTags([...LIVE]);
