import { truncate, writeFile } from 'node:fs/promises';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';
import { callApi, callInTurn } from './api.ts';
import { expect, signedInPage } from './fixtures.ts';

/** A person in their own browser. */
export type Member = Awaited<ReturnType<typeof signedInPage>>;

export const post = <T>({ page, account }: Member, path: string, data: object): Promise<T> =>
  callApi<T>(page, account.token, 'POST', path, data);

/** Posts messages one after another, numbered from 1. */
export const postMany = (
  { page, account }: Member,
  groupId: string,
  count: number,
  textOf: (number: number) => string,
): Promise<unknown> =>
  callInTurn(
    page,
    account.token,
    Array.from({ length: count }, (_, index) => {
      const data = { groupId, content: textOf(index + 1) };
      return ['POST', '/api/messages/send', data] as const;
    }),
  );

/** Two members of one group, whose browsers open its chat. */
export const twoMembers = async (browser: Browser, origin: string) => {
  const ada = await signedInPage(browser, origin, { firstName: 'Ada', lastName: 'Park' });
  const ben = await signedInPage(browser, origin, { firstName: 'Ben', lastName: 'Cole' });
  const { group } = await post<{ group: { _id: string; inviteCode: string } }>(ada, '/api/groups', {
    name: 'Film Club',
    description: 'Films on Fridays',
  });
  await post(ben, '/api/groups/join/link', { inviteCode: group.inviteCode });
  for (const { context } of [ada, ben])
    await context.addInitScript(() => localStorage.setItem('preferred_view', 'chat'));
  const enter = async ({ page }: Member) => {
    await page.goto(`/dashboard/group/${group._id}`);
    await expect(field(page)).toBeVisible();
  };
  return { ada, ben, groupId: group._id, enter };
};

/** Two members of one group, both in its chat. */
export const twoInChat = async (browser: Browser, origin: string) => {
  const { ada, ben, enter } = await twoMembers(browser, origin);
  await enter(ada);
  await enter(ben);
  return { ada, ben };
};

export const field = (page: Page) => page.getByLabel('Message Film Club');
export const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
export const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
export const noConnection = (page: Page) =>
  page.getByText('No connection. What you send waits here and goes out once, in order.');
/** Id of the last message that the server knows as read. */
export const lastRead = async ({ page, account }: Member, groupId: string): Promise<string | null> => {
  const answer = await page.request.get('/api/groups/my-groups', {
    headers: { authorization: `Bearer ${account.token}` },
  });
  const { groups } = (await answer.json()) as { groups: { _id: string; lastReadMessageId: string | null }[] };
  return groups.find(({ _id }) => _id === groupId)?.lastReadMessageId ?? null;
};
/** Arriving messages are read while the chat is on the screen, so wait until it is gone. */
export const leaveForSchedule = async (member: Member, groupId: string) => {
  await member.page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(field(member.page)).toHaveCount(0);
  await expect.poll(() => lastRead(member, groupId)).not.toBeNull();
};
/** A file on disk that the browser reads itself. */
export const fileOnDisk = async (testInfo: TestInfo, name: string, size: number, beginning: string | Buffer = '') => {
  const path = testInfo.outputPath(name);
  await writeFile(path, beginning);
  await truncate(path, size);
  return path;
};
/** Pixels of a list below its window. */
export const below = (list: Locator): Promise<number> =>
  list.evaluate((area) => Math.round(area.scrollHeight - area.scrollTop - area.clientHeight));
/** Waits until a list has not moved for a while. */
export const atRest = (list: Locator): Promise<void> =>
  list.evaluate(async (area) => {
    for (let still = 0, last = area.scrollTop; still < 10; last = area.scrollTop) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = area.scrollTop === last ? still + 1 : 0;
    }
  });
/** The first text that starts below the upper edge. */
export const firstInView = (list: Locator): Promise<string> =>
  list.evaluate(
    (area) =>
      [...area.querySelectorAll('article p')].find(
        (one) => one.getBoundingClientRect().top > area.getBoundingClientRect().top,
      )?.textContent ?? '',
  );
export const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};
