import { callApi } from './support/api.ts';
import { twoBrowsers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test('a poll goes from a question to an event: opened, voted on in two browsers, decided, answered (FIND-01, FIND-05, FIND-13, FIND-14, FIND-17)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoBrowsers(browser, server.origin);
  for (const each of [ada, ben]) await enter(each);
  await ada.page.getByRole('button', { name: 'Find a time' }).click();
  const form = ada.page.getByRole('dialog', { name: 'Find a time' });
  await form.getByRole('textbox', { name: /^Event name/ }).fill('Dinner tomorrow 7pm');
  await form.getByRole('button', { name: /^Add .* 7:00 PM$/ }).click();
  await form.getByRole('option', { name: '8:00 PM' }).click();
  await form.getByRole('button', { name: 'Ask the group' }).click();
  const board = ada.page.getByRole('grid', { name: 'Times for Dinner' });
  await expect(board).toBeVisible();
  await board.getByRole('gridcell', { name: /8:00 PM\. You:/ }).focus();
  await ada.page.keyboard.press('y');
  await expect(board.getByRole('gridcell', { name: /8:00 PM\. You: yes/ })).toBeVisible();

  await ben.page.getByRole('button', { name: 'Vote', exact: true }).click();
  const theirs = ben.page.getByRole('grid', { name: 'Times for Dinner' });
  await expect(theirs.getByRole('gridcell', { name: /8:00 PM\. Ada: yes/ })).toBeVisible();
  await theirs
    .getByRole('radiogroup', { name: /8:00 PM/ })
    .getByRole('radio', { name: 'If need be' })
    .click();
  await expect(board.getByRole('gridcell', { name: /8:00 PM\. Ben: if need be/ })).toBeVisible();
  await ada.page.getByRole('button', { name: 'Make it an event' }).click();
  await expect(ada.page.getByRole('article', { name: 'Dinner' })).toBeVisible();
  await expect(ben.page.getByText('was chosen')).toBeVisible();
  const { polls } = await callApi<{ polls: { eventId: string }[] }>(
    ben.page,
    ben.account.token,
    'GET',
    `/api/polls?groupId=${groupId}`,
  );
  const seen = async () =>
    (
      await callApi<{ event: { mine: { answer: string } } }>(
        ben.page,
        ben.account.token,
        'GET',
        `/api/events/${polls[0]?.eventId}`,
      )
    ).event.mine.answer;
  await expect.poll(seen).toBe('maybe');
});
