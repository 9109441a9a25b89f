import { field, leaveForSchedule, post, row, twoMembers } from './support/film-club.ts';
import { expect, sameAccount, test } from './support/fixtures.ts';

test('a message that one browser reads is read in the other at once, and after a reload (CQRS-11, UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  const other = await sameAccount(browser, server.origin, ada);
  const listed = (name: string) => other.page.getByRole('link', { name, exact: true });
  const write = (content: string) => post(ben, '/api/messages/send', { groupId, content });
  await enter(ada);
  await write('First');
  await expect(row(ada.page, 'First')).toBeVisible();
  await leaveForSchedule(ada, groupId);
  await other.page.goto('/dashboard');
  await write('Second');
  await expect(listed('Film Club, 1 unread')).toBeVisible();
  await enter(ada);
  await expect(row(ada.page, 'Second')).toBeVisible();
  await expect(listed('Film Club')).toBeVisible();

  // From here on the reader is within the pause between two stored marks.
  await write('Third');
  await expect(row(ada.page, 'Third')).toBeVisible();
  await expect(listed('Film Club')).toBeVisible();
  await write('Fourth');
  await expect(row(ada.page, 'Fourth')).toBeVisible();
  await ada.page.goto('/download');
  await expect(field(ada.page)).toHaveCount(0);
  await other.page.reload();
  await expect(listed('Film Club')).toBeVisible();
});
