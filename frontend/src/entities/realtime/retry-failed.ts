import { QueryStatus } from '@reduxjs/toolkit/query';
import { isApiError, isTemporary } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import type { Listen } from '../store/listen.ts';
import type { AppThunk } from '../store/state.ts';
import { connectionChanged } from './connection-slice.ts';

type Reload = (arg: unknown, options: { readonly subscribe: false; readonly forceRefetch: true }) => AppThunk<unknown>;

/** What could not be loaded for want of a server is loaded when there is one again, without anybody asking. */
export const retryEffects = (listen: Listen): void => {
  listen({
    actionCreator: connectionChanged,
    effect: ({ payload }, { dispatch, getState }) => {
      if (payload.status !== 'online') return;
      for (const query of Object.values(getState().api.queries)) {
        if (query?.status !== QueryStatus.rejected || !isApiError(query.error) || !isTemporary(query.error)) continue;
        const endpoints: Readonly<Record<string, { readonly initiate: Reload } | undefined>> = baseApi.endpoints;
        const reload = endpoints[query.endpointName]?.initiate;
        if (reload) void dispatch(reload(query.originalArgs, { subscribe: false, forceRefetch: true }));
      }
    },
  });
};
