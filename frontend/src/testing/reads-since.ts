import { addressOf, call } from '../data/api/call.ts';
import type { AppDispatch } from '../data/store/state.ts';
import { appConfigApi } from '../features/app-download/app-download-screen.tsx';
import type { Sent } from './fakes.ts';

/**
 * The addresses requested since a number of calls. It makes a request of its own and waits for that, since it comes
 * after all earlier ones.
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
