import { expect, type Page } from '@playwright/test';
import { headers } from '@quorum/contracts/kernel/limits.ts';

/** Waits until everyone can read what a command did. */
const untilShown = async (page: Page, token: string, position: string): Promise<void> => {
  const fields = { authorization: `Bearer ${token}`, [headers.minPosition]: position };
  await expect.poll(async () => (await page.request.get('/api/auth/me', { headers: fields })).status()).toBe(200);
};

/**
 * Calls the API with a person's token, or without one. Afterwards everyone can read what the call changed.
 * @throws the error of a refused call.
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
