import { type APIResponse, expect, type Page } from '@playwright/test';
import { headers } from '@quorum/contracts/kernel/route.ts';

/** Waits until everyone can read the effects of a command. */
const untilShown = async (page: Page, token: string, position: string): Promise<void> => {
  const fields = { authorization: `Bearer ${token}`, [headers.minPosition]: position };
  await expect.poll(async () => (await page.request.get('/api/auth/me', { headers: fields })).status()).toBe(200);
};

type Call = readonly [method: string, path: string, data?: object];

/**
 * Calls the API with or without a person's token, one call after another. Afterwards everyone can read the changes.
 * @returns the last answer. @throws the error of a refused call.
 */
export const callInTurn = async <T>(page: Page, token: string | undefined, calls: readonly Call[]): Promise<T> => {
  let response: APIResponse | undefined;
  for (const [method, path, data] of calls) {
    response = await page.request.fetch(path, {
      method,
      ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(data === undefined ? {} : { data }),
    });
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  }
  const position = response?.headers()[headers.position];
  if (token !== undefined && position !== undefined) await untilShown(page, token, position);
  return (await response?.json()) as T;
};

/** One call, see {@link callInTurn}. */
export const callApi = <T>(
  page: Page,
  token: string | undefined,
  method: string,
  path: string,
  data?: object,
): Promise<T> => callInTurn(page, token, [[method, path, data]]);
