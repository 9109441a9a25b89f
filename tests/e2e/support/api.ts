import { expect, type Page } from '@playwright/test';
import { headers } from '@quorum/contracts/wire/limits.ts';

/** Waits until everybody who asks is shown what a command did. */
const untilShown = async (page: Page, token: string, position: string): Promise<void> => {
  const fields = { authorization: `Bearer ${token}`, [headers.minPosition]: position };
  await expect.poll(async () => (await page.request.get('/api/auth/me', { headers: fields })).status()).toBe(200);
};

/**
 * Calls the API for a person whose token is given, or for nobody. What a person's call changed is shown to everybody afterwards.
 * @throws what it answered, if it refused.
 */
export const callApi = async <T>(
  page: Page,
  token: string | undefined,
  method: string,
  path: string,
  data?: object,
): Promise<T> => {
  const response = await page.request.fetch(path, {
    method,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
    ...(data === undefined ? {} : { data }),
  });
  if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${await response.text()}`);
  const position = response.headers()[headers.position];
  if (token !== undefined && position !== undefined) await untilShown(page, token, position);
  return (await response.json()) as T;
};
