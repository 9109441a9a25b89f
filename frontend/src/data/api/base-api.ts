import { type RouteName, routes } from '@quorum/contracts/routes.ts';
import { type BaseQueryFn, createApi } from '@reduxjs/toolkit/query/react';
import type { Services } from '../services/services.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { sessionEnded } from '../session/session-slice.ts';
import type { ApiError } from './api-error.ts';
import type { Call } from './call.ts';
import { request } from './request.ts';

/** `sequence`: the last change of its audience that the answer includes. */
type Meta = { readonly sequence?: number };

export const baseQuery: BaseQueryFn<Call, unknown, ApiError, object, Meta> = async (call, api) => {
  const services = api.extra as Services;
  const token = services.storage.get(storageKeys.token);
  const outcome = await request(call, services, { token, signal: api.signal });
  if (!('error' in outcome)) {
    const { data, sequence } = outcome;
    return { data, meta: sequence === undefined ? {} : { sequence } };
  }
  if (outcome.error.status === 401) refused(services, token, () => api.dispatch(sessionEnded({ reason: 'refused' })));
  if (outcome.error.status === 403) console.warn(`${call.route}: ${outcome.error.error}`);
  return { error: outcome.error, meta: {} };
};

/** A late 401 for an older token must not end a newer session. */
export const refused = ({ storage }: Services, token: string | null, end: () => void): void => {
  if (token !== null && storage.get(storageKeys.token) === token) end();
};

/** Tags of entries that reload together: the answers to a query, or all that follow the changes of an audience. */
const tagTypes = [...(Object.keys(routes) as RouteName[]), 'audience'] as const;

export type Tag = { readonly type: (typeof tagTypes)[number]; readonly id?: string };

declare module '../store/state.ts' {
  interface RootState {
    readonly api: ReturnType<typeof baseApi.reducer>;
  }
}

/** Each thing's file injects its endpoints. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes,
  endpoints: () => ({}),
});
