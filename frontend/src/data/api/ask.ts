import type { AnswerOf, RouteName } from '@quorum/contracts/routes.ts';
import type { Services } from '../services/services.ts';
import type { ApiError } from './api-error.ts';
import { type CallParts, call } from './call.ts';
import { request } from './request.ts';

type Asked<T> =
  | { readonly data: T; readonly error?: undefined }
  | { readonly data?: undefined; readonly error: ApiError };

/** A visitor's call: without a token and outside the cache, so that the screens of sign-in do not wait for the store's code. */
export const ask = async <N extends RouteName>(
  services: Services,
  route: N,
  ...parts: Record<string, never> extends CallParts<N> ? [CallParts<N>?] : [CallParts<N>]
): Promise<Asked<AnswerOf<N>>> => {
  const outcome = await request(call(route, ...parts), services, { token: null });
  return 'error' in outcome ? { error: outcome.error } : { data: outcome.data as AnswerOf<N> };
};
