import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call, type Keyed } from '../api/call.ts';

/** Events of another calendar. */
export const importApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    // Not a query of the cache: its key would be as large as the file.
    checkImport: build.mutation<AnswerOf<'checkImport'>, BodyInputOf<'checkImport'>>({
      query: (body) => call('checkImport', { body }),
    }),
    importEvents: build.mutation<AnswerOf<'importEvents'>, Keyed<BodyInputOf<'importEvents'>>>({
      query: ({ body, idempotencyKey }) => call('importEvents', { body, idempotencyKey }),
    }),
  }),
});
