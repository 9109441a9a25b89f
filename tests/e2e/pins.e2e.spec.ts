import { callApi } from './support/api.ts';
import { post, postMany, row, twoBrowsers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test('a pin shows in every browser, leads to its message and goes with it, and a date opens the chat there (PIN-01, PIN-02, PIN-04, PIN-07)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoBrowsers(browser, server.origin);
  await postMany(ada, groupId, 80, (number) => `Message ${number}.`);
  for (const each of [ada, ben]) await enter(each);
  await row(ada.page, 'Message 80.').hover();
  await row(ada.page, 'Message 80.').getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Pin', exact: true }).click();
  await expect(ben.page.getByText('Ada Park pinned a message')).toBeVisible();
  await expect(ben.page.getByRole('link', { name: /Message 80\./ })).toBeVisible();
  const { message } = await post<{ message: { _id: string } }>(ben, '/api/messages/send', { groupId, content: 'Keep' });
  await post(ada, `/api/groups/${groupId}/pins`, { messageId: message._id });
  await ben.page.getByRole('button', { name: '2 pinned' }).click();
  const list = ben.page.getByRole('dialog', { name: 'Pinned' });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('button', { name: 'Unpin' })).toHaveCount(0);
  await callApi(ben.page, ben.account.token, 'DELETE', `/api/messages/${message._id}`);
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await ben.page.keyboard.press('Escape');

  await ben.page.getByRole('button', { name: 'Jump to date' }).click();
  await ben.page.getByRole('dialog', { name: 'Jump to date' }).getByRole('button', { name: 'Beginning' }).click();
  await expect(row(ben.page, 'Message 1.')).toBeInViewport();
  await ben.page.getByRole('link', { name: /Message 80\./ }).click();
  await expect(row(ben.page, 'Message 80.')).toBeInViewport();

  await ada.page.getByRole('button', { name: '1 pinned' }).click();
  await ada.page.getByRole('button', { name: 'Unpin' }).click();
  await expect(ada.page.getByText('Nothing pinned yet')).toBeVisible();
});
