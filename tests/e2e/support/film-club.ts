import { truncate, writeFile } from 'node:fs/promises';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';
import { callApi, callInTurn } from './api.ts';
import { expect, signedInPage, signedUp } from './fixtures.ts';

/** A person in their own browser. */
export type Member = Awaited<ReturnType<typeof signedInPage>>;
/** A person, with a browser or without. */
export type Someone = Awaited<ReturnType<typeof signedUp>>;

export const post = <T>(by: Someone, path: string, data: object): Promise<T> =>
  callApi<T>(by, by.account.token, 'POST', path, data);

/** Posts messages one after another, numbered from 1. */
export const postMany = (
  by: Someone,
  groupId: string,
  count: number,
  textOf: (number: number) => string,
): Promise<unknown> =>
  callInTurn(
    by,
    by.account.token,
    Array.from({ length: count }, (_, index) => {
      const data = { groupId, content: textOf(index + 1) };
      return ['POST', '/api/messages/send', data] as const;
    }),
  );

const ADA = { firstName: 'Ada', lastName: 'Park' };
const BEN = { firstName: 'Ben', lastName: 'Cole' };

/** Browsers open the chat of a group. */
const preferChat = ({ context }: Member) => context.addInitScript(() => localStorage.setItem('preferred_view', 'chat'));

const inFilmClub = async <Other extends Someone>(ada: Member, ben: Other) => {
  const { group } = await post<{ group: { _id: string; inviteCode: string } }>(ada, '/api/groups', {
    name: 'Film Club',
    description: 'Films on Fridays',
  });
  await post(ben, '/api/groups/join/link', { inviteCode: group.inviteCode });
  await preferChat(ada);
  const enter = async ({ page }: Member) => {
    await page.goto(`/dashboard/group/${group._id}`);
    await expect(field(page)).toBeVisible();
  };
  return { ada, ben, groupId: group._id, enter };
};

/** Two members of one group: Ada has a browser, Ben has none. */
export const twoMembers = async (browser: Browser, origin: string) =>
  inFilmClub(await signedInPage(browser, origin, ADA), await signedUp(origin, BEN));

/** Two members of one group, each with a browser. */
export const twoBrowsers = async (browser: Browser, origin: string) => {
  const members = await inFilmClub(await signedInPage(browser, origin, ADA), await signedInPage(browser, origin, BEN));
  await preferChat(members.ben);
  return members;
};

/** Two members of one group, both in its chat. */
export const twoInChat = async (browser: Browser, origin: string) => {
  const { ada, ben, enter } = await twoBrowsers(browser, origin);
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
