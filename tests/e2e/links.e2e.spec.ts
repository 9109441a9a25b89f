import { randomUUID } from 'node:crypto';
import { callApi } from './support/api.ts';
import { atRest, below, field, firstInView, post, postMany, row, twoMembers } from './support/film-club.ts';
import { expect, signedInPage, signedUp, test } from './support/fixtures.ts';

type Sent = { readonly message: { readonly _id: string } };

const MESSAGE_GONE = 'That message is no longer here';

test('a link to a message far back opens the chat around it in one request, marked and focused, and news only count (LINK-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const { message } = await post<Sent>(ada, '/api/messages/send', { groupId, content: 'The first word.' });
  await postMany(ben, groupId, 130, (number) => `Message ${number}.`);
  const asked: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes('/api/messages/group/')) asked.push(new URL(request.url()).search);
  });
  await ada.page.goto(`/dashboard/group/${groupId}/message/${message._id}`);
  const target = row(ada.page, 'The first word.');
  await expect(target).toBeInViewport();
  await expect(target).toBeFocused();
  await expect(target).toHaveClass(/is-marked/);
  expect(asked[0]).toContain(`around=${message._id}`);
  expect(asked.filter((search) => !search.includes('after='))).toHaveLength(1);

  await post(ben, '/api/messages/send', { groupId, content: 'Fresh news.' });
  const newest = ada.page.getByRole('button', { name: /^Jump to newest/ });
  await expect(newest).toContainText('99+');
  await expect(row(ada.page, 'Fresh news.')).toHaveCount(0);
  await newest.click();
  await expect(row(ada.page, 'Fresh news.')).toBeInViewport();
  await expect(row(ada.page, 'Message 130.')).toBeInViewport();
});

test('the address of a message is in its menu, and Back returns to the place and focus that a jump left (LINK-02, LINK-08)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  const { message } = await post<Sent>(ada, '/api/messages/send', { groupId, content: 'The first word.' });
  await postMany(ben, groupId, 130, (number) => `Message ${number}.`);
  await post(ben, '/api/messages/send', { groupId, content: 'As you said.', replyTo: message._id });
  await postMany(ben, groupId, 20, (number) => `Later ${number}.`);
  await ada.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(ada);
  const list = ada.page.getByRole('log');
  await expect(row(ada.page, 'Later 20.')).toBeInViewport();
  await row(ada.page, 'As you said.').scrollIntoViewIfNeeded();
  await row(ada.page, 'As you said.').hover();
  await atRest(list);
  const before = await firstInView(list);
  await row(ada.page, 'As you said.')
    .getByRole('button', { name: /The first word/ })
    .click();
  const target = row(ada.page, 'The first word.').first();
  await expect(target).toBeInViewport();
  await expect(ada.page).toHaveURL(new RegExp(`/dashboard/group/${groupId}/message/${message._id}$`));
  await target.hover();
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Copy link to message' }).click();
  await expect(ada.page.getByText('Copied!')).toBeVisible();
  const copied = await ada.page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(ada.page.url());

  await atRest(list);
  await ada.page.goBack();
  await expect.poll(() => firstInView(list)).toBe(before);
  await ada.page.goForward();
  await expect(target).toBeInViewport();
  await ada.page.reload();
  await expect(target).toBeInViewport();
  await ada.page.goBack();
  await expect.poll(() => firstInView(list)).toBe(before);
});

test('Back through ten jumps in three groups returns to the place that each of them was left at (LINK-08, LINK-11)', async ({
  browser,
  server,
}) => {
  const ada = await signedInPage(browser, server.origin);
  const names = ['Film Club', 'Book Club', 'Rowing'];
  for (const name of names) {
    const made = await post<{ group: { _id: string } }>(ada, '/api/groups', { name, description: 'About it' });
    await postMany(ada, made.group._id, 50, (number) => `${name} ${number}.`);
  }
  await ada.context.addInitScript(() => localStorage.setItem('preferred_view', 'chat'));
  await ada.page.goto('/dashboard');
  const list = ada.page.getByRole('log');
  const left: { readonly url: string; readonly text: string }[] = [];
  for (let jump = 0; jump < 10; jump += 1) {
    const name = names[jump % names.length] ?? '';
    await ada.page.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name, exact: true }).click();
    await expect(row(ada.page, `${name} 50.`)).toBeAttached();
    await list.hover();
    await ada.page.mouse.wheel(0, -150 * (jump + 1));
    await expect.poll(() => below(list)).toBeGreaterThan(50);
    await atRest(list);
    left.push({ url: ada.page.url(), text: await firstInView(list) });
  }
  for (const { url, text } of left.slice(0, -1).reverse()) {
    await ada.page.goBack();
    await expect(ada.page).toHaveURL(url);
    await expect.poll(() => firstInView(list)).toBe(text);
  }
});

test('a deleted message is shown in its place, and one that never was opens the chat at its end (LINK-04)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const { message } = await post<Sent>(ada, '/api/messages/send', { groupId, content: 'The first word.' });
  await postMany(ben, groupId, 60, (number) => `Message ${number}.`);
  await callApi(ada.page, ada.account.token, 'DELETE', `/api/messages/${message._id}`);
  await ada.page.goto(`/dashboard/group/${groupId}/message/${message._id}`);
  await expect(row(ada.page, 'This message has been deleted')).toBeFocused();
  for (const id of [randomUUID(), 'no-id', '%3Cscript%3E']) {
    await ada.page.goto(`/dashboard/group/${groupId}/message/${id}`);
    await expect(row(ada.page, 'Message 60.')).toBeInViewport();
    await expect(ada.page.getByText(MESSAGE_GONE)).toBeVisible();
  }
});

test('a link looks as if nothing were there for who is not in the group (LINK-05)', async ({ browser, server }) => {
  const owner = await signedUp(server.origin);
  const about = { name: 'Film Club', description: 'Films on Fridays' };
  const { group } = await post<{ group: { _id: string } }>(owner, '/api/groups', about);
  const sent = { groupId: group._id, content: 'The first word.' };
  const { message } = await post<Sent>(owner, '/api/messages/send', sent);
  const link = `/dashboard/group/${group._id}/message/${message._id}`;
  const { page } = await signedInPage(browser, server.origin);
  await page.goto(link);
  await expect(page.getByText('That group doesn’t exist, or you’re not in it')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('links to an event and to a day lead to the schedule, and a link to a cancelled event says so (LINK-01, LINK-04)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const { event } = await post<{ event: { _id: string } }>(ben, '/api/events', {
    groupId,
    name: 'Movie night',
    date: '2032-05-14',
    time: '19:00',
    timeZone: 'America/New_York',
  });
  for (const calendar of [`/dashboard/group/${groupId}`, '/dashboard']) {
    await ada.page.goto(`${calendar}/event/${event._id}`);
    await expect(ada.page.getByRole('heading', { name: /May 14/ })).toBeVisible();
    await expect(ada.page.getByText('Movie night').first()).toBeInViewport();
    await expect(ada.page).toHaveURL(/day=2032-05-14$/);
    await ada.page.goto(`${calendar}/day/2032-05-14`);
    await expect(ada.page).toHaveURL(/day=2032-05-14$/);
    await expect(ada.page.getByRole('heading', { name: /May 14/ })).toBeVisible();
  }
  await callApi(ben, ben.account.token, 'DELETE', `/api/events/${event._id}`);
  for (const id of [event._id, randomUUID(), 'no-id']) {
    await ada.page.goto(`/dashboard/group/${groupId}/event/${id}`);
    await expect(ada.page.getByText('That event is no longer here')).toBeVisible();
    await expect(field(ada.page)).toHaveCount(0);
  }
});
