import { type APIRequestContext, type APIResponse, expect } from '@playwright/test';
import { headers } from '@quorum/contracts/kernel/route.ts';

/** Whose calls are made: a page, or somebody without a browser. */
export type Caller = { readonly request: APIRequestContext };

/** Waits until everyone can read the effects of a command. */
const untilShown = async ({ request }: Caller, token: string, position: string): Promise<void> => {
  const fields = { authorization: `Bearer ${token}`, [headers.minPosition]: position };
  await expect.poll(async () => (await request.get('/api/auth/me', { headers: fields })).status()).toBe(200);
};

type Call = readonly [method: string, path: string, data?: object];

/**
 * Calls the API with or without a person's token, one call after another. Afterwards everyone can read the changes.
 * @returns the last answer. @throws the error of a refused call.
 */
export const callInTurn = async <T>(by: Caller, token: string | undefined, calls: readonly Call[]): Promise<T> => {
  let response: APIResponse | undefined;
  for (const [method, path, data] of calls) {
    response = await by.request.fetch(path, {
      method,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  }
  const position = response?.headers()[headers.position];
  if (token !== undefined && position !== undefined) await untilShown(by, token, position);
  return (await response?.json()) as T;
};

/** One call, see {@link callInTurn}. */
export const callApi = <T>(
  by: Caller,
  token: string | undefined,
  method: string,
  path: string,
  data?: object,
): Promise<T> => callInTurn(by, token, [[method, path, data]]);
