import type { ReportView } from '@quorum/contracts/report/wire.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';

export const reportApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    report: build.mutation<ReportView, BodyInputOf<'report'>>({
      query: (body) => call('report', { body }),
      transformResponse: ({ report }: AnswerOf<'report'>) => report,
    }),
  }),
});

export const { useReportMutation } = reportApi;
