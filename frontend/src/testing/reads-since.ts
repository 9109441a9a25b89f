import { addressOf, call } from '../data/api/call.ts';
import { appConfigApi } from '../data/app-config/app-config-api.ts';
import type { AppDispatch } from '../data/store/state.ts';
import type { Sent } from './fakes.ts';

/**
 * For tests: the addresses that were asked for since so many calls. A read of its own comes behind all those that were asked for
 * before it, so nothing has to be waited for by the clock.
 */
export const readsSince = async (
  { dispatch }: { readonly dispatch: AppDispatch },
  sent: readonly Sent[],
  before: number,
): Promise<readonly string[]> => {
  await dispatch(appConfigApi.endpoints.appConfig.initiate(undefined, { subscribe: false, forceRefetch: true }));
  return sent
    .slice(before)
    .map(({ url }) => url)
    .filter((url) => url !== addressOf(call('appConfig')));
};
