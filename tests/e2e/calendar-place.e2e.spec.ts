import { callApi, callInTurn } from './support/api.ts';
import { dayFromNow } from './support/days.ts';
import { atRest } from './support/film-club.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

/** At night the list begins with tomorrow. By day, today and the current-time line are above it. */
const moments = { night: '08:00', day: '18:00' };

for (const [name, utc] of Object.entries(moments))
  test(`the schedule that is read by ${name} keeps its place while events above it come, go and move past it`, async ({
    browser,
    baseURL,
  }) => {
    const { page, account } = await signedInPage(browser, baseURL);
    await page.clock.setFixedTime(`${dayFromNow(0)}T${utc}:00Z`);
    const create = (days: number, time: string, name: string) =>
      callApi<{ event: { _id: string } }>(page, account.token, 'POST', '/api/events', {
        ...{ name, date: dayFromNow(days), time, timeZone: 'America/New_York', groupId: 'my-q' },
      });
    for (let day = 1; day <= 10; day += 1)
      await Promise.all([...'abc'].map((name) => create(day, '12:00', `${name} ${day}`)));
    await page.goto('/dashboard');
    const list = page.getByRole('region', { name: 'Events' });
    const first = list.getByRole('article', { name: 'a 1', exact: true });
    const tomorrow = page.getByRole('complementary').locator(`[data-date="${dayFromNow(1)}"]`);
    await expect(tomorrow).toHaveAccessibleName(/, 3 events$/);
    await expect(first).toBeVisible();
    await list.evaluate((scroller) => {
      scroller.scrollTop = 1_000;
    });
    await expect(first).toHaveCount(0);
    await atRest(list);
    const places = async () => {
      const cards = await list
        .getByRole('article')
        .evaluateAll((all) =>
          all.map((one): [string, number] => [one.textContent ?? '', one.getBoundingClientRect().top]),
        );
      return new Map(cards);
    };
    const read = [...(await places())].filter(([, top]) => top > 250 && top < 500);
    expect(read).not.toEqual([]);
    /** Pixels. The list scrolls to whole ones, while its rows have fractions of them. */
    const strayed = async () => {
      const now = await places();
      return Math.max(...read.map(([name, top]) => Math.abs((now.get(name) ?? Number.POSITIVE_INFINITY) - top)));
    };

    const { event } = await create(1, '9:00', 'New above');
    await expect(tomorrow).toHaveAccessibleName(/, 4 events$/);
    await expect.poll(strayed).toBeLessThanOrEqual(1);
    const move = (days: number) =>
      callApi(page, account.token, 'PUT', `/api/events/${event._id}`, {
        ...{ date: dayFromNow(days), time: '9:00', timeZone: 'America/New_York' },
      });
    await move(9);
    await expect(tomorrow).toHaveAccessibleName(/, 3 events$/);
    await expect.poll(strayed).toBeLessThanOrEqual(1);
    await move(1);
    await expect(tomorrow).toHaveAccessibleName(/, 4 events$/);
    await expect.poll(strayed).toBeLessThanOrEqual(1);
    await callApi(page, account.token, 'DELETE', `/api/events/${event._id}`);
    await expect(tomorrow).toHaveAccessibleName(/, 3 events$/);
    await expect.poll(strayed).toBeLessThanOrEqual(1);
  });

test('a stack of live events longer than the window scrolls by keyboard', async ({ browser, baseURL }) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const event = { date: dayFromNow(-1), time: '12:00', groupId: 'my-q', timeZone: 'America/New_York' };
  for (let days = 3; days <= 12; days += 1)
    await callApi(page, account.token, 'POST', '/api/events', {
      ...event,
      name: `${days} days`,
      duration: days * 1440,
    });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: /show all live events$/ }).click();
  const rest = page.getByRole('region', { name: 'More live events' });
  const last = rest.getByRole('heading').last();
  await expect(last).not.toBeInViewport();
  await rest.press('End');
  await expect(last).toBeInViewport();
});

test('Back and Forward return to the week, the place and the focus that the schedule was left at, also after a reload (LINK-08)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const event = { time: '12:00', groupId: 'my-q', timeZone: 'America/New_York' };
  const days = Array.from({ length: 40 }, (_, day) => day + 1);
  const made = days.map((day) => ({ ...event, name: `Event ${day}.`, date: dayFromNow(day) }));
  await callInTurn(
    page,
    account.token,
    made.map((body) => ['POST', '/api/events', body] as const),
  );
  await page.goto('/dashboard/activity');
  await page.getByRole('link', { name: 'My Schedule' }).click();
  const list = page.getByRole('region', { name: 'Events', exact: true });
  await expect(list.getByRole('article', { name: 'Event 1.' })).toBeVisible();
  const awayAndBack = async () => {
    await page.goBack();
    await expect(page).toHaveURL('/dashboard/activity');
    await page.goForward();
  };

  await list.hover();
  await page.mouse.wheel(0, 2_500);
  await expect(list.getByRole('article', { name: 'Event 1.' })).toHaveCount(0);
  await atRest(list);
  const place = async () => Math.round((await list.getByRole('article', { name: 'Event 20.' }).boundingBox())?.y ?? 0);
  await list.getByRole('button', { name: 'Show details for Event 20.' }).focus();
  await atRest(list);
  const at = await place();
  // The place is kept once the list is at rest.
  const kept = () => page.evaluate(() => window.history.state?.usr?.place?.focused ?? '');
  await expect.poll(kept).not.toBe('');
  const isBack = async () => {
    await expect(list.getByRole('button', { name: 'Show details for Event 20.' })).toBeFocused();
    // The list scrolls to whole pixels, while its rows have fractions of them.
    await expect.poll(async () => Math.abs((await place()) - at)).toBeLessThanOrEqual(1);
  };
  await awayAndBack();
  await isBack();
  await page.reload();
  await isBack();
  await awayAndBack();
  await isBack();

  await page.getByRole('radio', { name: 'Week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  const title = await page.locator('.top__title h2').textContent();
  const hour = 300;
  await list.evaluate((grid, top) => grid.scrollTo({ top }), hour);
  await expect.poll(() => page.evaluate(() => window.history.state?.usr?.place?.above)).toBe(hour);
  await awayAndBack();
  await expect(page.locator('.top__title h2')).toHaveText(title ?? '');
  await expect.poll(() => list.evaluate((grid) => grid.scrollTop)).toBe(hour);
});
