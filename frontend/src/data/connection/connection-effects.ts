import { isFulfilled } from '@reduxjs/toolkit';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { isApiError, isTemporary } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import type { AppThunk, Listen, RootState } from '../store/state.ts';
import { connectionChanged, selectConnection } from './connection-slice.ts';

/** An answer proves that the server can be reached. The socket then retries at once. */
const retryAfterAnswer = (listen: Listen): void => {
  // Once per attempt: further answers must not interrupt the attempt that the first began.
  let hasRetried = false;
  listen({
    actionCreator: connectionChanged,
    effect: () => {
      hasRetried = false;
    },
  });
  listen({
    matcher: isFulfilled,
    effect: (_, { getState, extra: { link } }) => {
      if (hasRetried || selectConnection(getState()).since === null) return;
      hasRetried = true;
      link.retryNow();
    },
  });
};

type Reload = (arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }) => AppThunk<unknown>;

type Queries = RootState['api']['queries'];

const hasFailedForNow = (query: Queries[string]) =>
  query?.status === QueryStatus.rejected && isApiError(query.error) && isTemporary(query.error);

/** Retries failed loads when the connection is back. */
const retryFailed = (listen: Listen): void => {
  listen({
    actionCreator: connectionChanged,
    effect: ({ payload }, { dispatch, getState }) => {
      if (payload.status !== 'online') return;
      const endpoints: Readonly<Record<string, { readonly initiate: Reload } | undefined>> = baseApi.endpoints;
      for (const query of Object.values(getState().api.queries).filter(hasFailedForNow)) {
        const reload = endpoints[query?.endpointName ?? '']?.initiate;
        if (reload) void dispatch(reload(query?.originalArgs, { subscribe: false, forceRefetch: true }));
      }
    },
  });
};

export const connectionEffects = (listen: Listen): void => {
  retryFailed(listen);
  retryAfterAnswer(listen);
};
