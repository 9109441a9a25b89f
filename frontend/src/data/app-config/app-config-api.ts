import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';

export const appConfigApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    appConfig: build.query<AnswerOf<'appConfig'>, void>({ query: () => call('appConfig') }),
  }),
});

export const { useAppConfigQuery } = appConfigApi;
