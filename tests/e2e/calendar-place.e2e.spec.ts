import { callApi } from './support/api.ts';
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
