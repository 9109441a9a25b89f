import type { Browser } from '@playwright/test';
import { type Client, createGroup, joinGroup, signUp } from '../support/product.ts';
import { type Measurement, median } from './measure.ts';
import { type App, openApp, startChromium } from './support/app-in-browser.ts';
import { openFiller, type Place } from './support/fill-log.ts';
import { gridFigures, inThisWeek } from './support/grid-figures.ts';
import { inFolder } from './support/in-folder.ts';
import { type Opened, opening } from './support/opening.ts';
import { atRest } from './support/process-figures.ts';
import { type Process, productProcess } from './support/product-process.ts';
import { paletteFigure, searchFigures } from './support/search-figures.ts';
import { fillSeries, seriesFigure } from './support/series-figure.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000);
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 50_000);
const WEEK_EVENTS = 500;
const GROUPS = 50;
const GROUPS_OF_AN_OWNER = 10;
const FEW = 50;
/** As many messages as the app holds, and more. */
const PAGES_HELD = 20;
const PAGES_BACK = 80;
const PAGE_SIZE = 50;
const SCROLL_MS = 5_000;
const SCROLL_PIXELS = 40;
/** Distance of a quick turn of the wheel in one frame. */
const BACK_PIXELS = 120;
/** A frame at 60 Hz lasts 16.7 ms; above this limit one was dropped. */
const LATE_FRAME_MS = 20;
const DAY_MS = 86_400_000;
const MEGABYTE = 2 ** 20;

const FIRST_EVENT = '.schedule [data-event]';
const FIRST_MESSAGE = '.chat__scroll [data-row]';
const CHAT = '.chat__scroll';
const SCHEDULE = '.schedule';

/** A person and their starting page, a group with nothing in it. */
type Reader = { readonly person: Client; readonly start: string };
type Seeded = {
  readonly few: Reader & { readonly groupId: string };
  readonly large: Reader & { readonly groupId: string };
  readonly many: Reader;
  /** As many dates of events that repeat as `large` has events. */
  readonly repeating: Reader & { readonly groupId: string };
  /** As many events in this week, and in the coming days. */
  readonly week: Reader & { readonly groupId: string };
  readonly soon: Reader & { readonly groupId: string };
};

const readerOf = async (product: Process): Promise<Reader> => {
  const person = await signUp(product);
  const { group } = await createGroup(person, 'Nothing yet');
  return { person, start: `/dashboard/group/${group._id}` };
};

const groupOf = async ({ person }: Reader): Promise<string> => (await createGroup(person)).group._id;

/** Groups of several owners, since a person can create only so many a day. */
const joinedGroups = async (product: Process, { person }: Reader): Promise<readonly string[]> => {
  const groups: string[] = [];
  while (groups.length < GROUPS) {
    const owner = await signUp(product);
    for (let made = 0; made < GROUPS_OF_AN_OWNER && groups.length < GROUPS; made++) {
      const { group } = await createGroup(owner);
      await joinGroup(person, group.inviteCode ?? '');
      groups.push(group._id);
    }
  }
  return groups;
};

const seed = async (dataDir: string): Promise<Seeded> => {
  const product = await productProcess(dataDir);
  const [few, large, many] = [await readerOf(product), await readerOf(product), await readerOf(product)];
  const [week, soon, repeating] = [await readerOf(product), await readerOf(product), await readerOf(product)];
  const seeded = {
    few: { ...few, groupId: await groupOf(few) },
    large: { ...large, groupId: await groupOf(large) },
    many,
    repeating: { ...repeating, groupId: await groupOf(repeating) },
    week: { ...week, groupId: await groupOf(week) },
    soon: { ...soon, groupId: await groupOf(soon) },
  };
  const groups = await joinedGroups(product, many);
  await product.stop();

  const filler = await openFiller(dataDir);
  // All of them in the range that a schedule loads: from yesterday to a year ahead.
  const span = { from: Date.now() - DAY_MS / 2, to: Date.now() + 360 * DAY_MS };
  for (const [{ person, groupId }, events, messages] of [
    [seeded.few, FEW, FEW],
    [seeded.large, EVENTS, MESSAGES],
  ] as const) {
    const place: Place = { userId: person.userId, groupId };
    await filler.entries(place, events, span);
    await filler.messages(place, messages);
  }
  for (const groupId of groups)
    await filler.entries({ userId: many.person.userId, groupId }, Math.round(EVENTS / GROUPS), span);
  const place = ({ person, groupId }: Seeded['week']): Place => ({ userId: person.userId, groupId });
  await filler.entries(place(seeded.week), WEEK_EVENTS, inThisWeek());
  await filler.entries(place(seeded.soon), WEEK_EVENTS, { from: Date.now(), to: Date.now() + 7 * DAY_MS });
  await fillSeries(filler, place(seeded.repeating), EVENTS);
  await filler.close();
  return seeded;
};

const toGroup = (groupId: string): string => `a[href="/dashboard/group/${groupId}"]`;
const MY_SCHEDULE = '.rail a[href="/dashboard"]';

const openings = async (browser: Browser, { origin }: Process, seeded: Seeded): Promise<Measurement[]> => {
  const { few, large, many } = seeded;
  const measure = async (reader: Reader, view: 'calendar' | 'chat', link: string, name: string): Promise<Opened> => {
    const app = await openApp(browser, origin, reader.person, view);
    try {
      return await opening(app, reader.start, link, view === 'chat' ? FIRST_MESSAGE : FIRST_EVENT, name);
    } finally {
      await app.close();
    }
  };
  const compare = async (
    what: string,
    against: string,
    most: number,
    ours: Promise<Opened>,
    baseline: () => Promise<Opened>,
  ) => {
    const [own, base] = [await ours, await baseline()];
    return {
      what,
      against,
      baseline: base.milliseconds,
      ours: own.milliseconds,
      unit: 'ms',
      ratio: own.milliseconds / base.milliseconds,
      reach: `≤ ${most} ms`,
      reached: own.milliseconds <= most,
    };
  };
  const [events, messages] = [EVENTS.toLocaleString('en-US'), MESSAGES.toLocaleString('en-US')];
  return [
    await compare(
      `schedule of ${events} events painted`,
      `schedule of ${FEW} events`,
      300,
      measure(large, 'calendar', toGroup(large.groupId), 'large schedule'),
      () => measure(few, 'calendar', toGroup(few.groupId), 'small schedule'),
    ),
    await compare(
      `My Schedule of ${events} events in ${GROUPS} groups painted`,
      `My Schedule of ${FEW} events`,
      400,
      measure(many, 'calendar', MY_SCHEDULE, 'large My Schedule'),
      () => measure(few, 'calendar', MY_SCHEDULE, 'small My Schedule'),
    ),
    await compare(
      `chat of ${messages} messages painted`,
      `chat of ${FEW} messages`,
      300,
      measure(large, 'chat', toGroup(large.groupId), 'large chat'),
      () => measure(few, 'chat', toGroup(few.groupId), 'small chat'),
    ),
  ];
};

const lateShare = (frames: readonly number[]): number =>
  (frames.filter((frame) => frame > LATE_FRAME_MS).length / frames.length) * 100;

const scrolled = async (app: App, area: string, pixels: number, name: string): Promise<readonly number[]> => {
  const before = await app.busy();
  const frames = await app.profiled(name, () =>
    app.page.evaluate<number[]>(`probe.scroll('${area}', ${pixels}, ${SCROLL_MS})`),
  );
  const after = await app.busy();
  process.stdout.write(
    `  ${name}: ${frames.length} frames, ${frames.filter((frame) => frame > LATE_FRAME_MS).length} of them over ${LATE_FRAME_MS} ms, median ${median(frames).toFixed(1)} ms; main thread ${((after.task - before.task) / frames.length).toFixed(1)} ms a frame\n`,
  );
  return frames;
};

/** Compared to a page of plain text in the same browser, which shows it afterwards. */
const smoothness = async (app: App, what: string, frames: readonly number[]): Promise<Measurement> => {
  await app.page.evaluate('probe.plainPage()');
  const plain = lateShare(await scrolled(app, '#plain', SCROLL_PIXELS / 8, 'scrolling plain text'));
  const late = lateShare(frames);
  return {
    what: `frames over ${LATE_FRAME_MS} ms while the ${what} scrolls`,
    against: 'a page of plain text',
    baseline: plain,
    ours: late,
    unit: '%',
    ratio: late / Math.max(plain, 0.1),
    reach: '≤ 2 % beyond the baseline',
    reached: late - plain <= 2,
  };
};

const longSchedule = async (browser: Browser, { origin }: Process, { large }: Seeded): Promise<Measurement[]> => {
  const app = await openApp(browser, origin, large.person, 'calendar');
  try {
    // The rest of the first page loads during scrolling, unless it has arrived before.
    await app.at(`/dashboard/group/${large.groupId}`);
    await app.page.waitForSelector(FIRST_EVENT);
    const frames = await scrolled(app, SCHEDULE, SCROLL_PIXELS, 'scrolling the schedule');
    return [await smoothness(app, 'schedule', frames)];
  } finally {
    await app.close();
  }
};

const longChat = async (browser: Browser, { origin }: Process, { large }: Seeded): Promise<Measurement[]> => {
  const app = await openApp(browser, origin, large.person, 'chat');
  try {
    const { page } = app;
    await app.at(`/dashboard/group/${large.groupId}`);
    await page.waitForSelector(FIRST_MESSAGE);
    const paging = await scrolled(app, CHAT, -SCROLL_PIXELS, 'scrolling back while pages come in');
    const back = (pages: number) =>
      page.evaluate<number>(`probe.pageBack('${CHAT}', '[data-row]', ${pages}, ${BACK_PIXELS})`);
    const first = await back(PAGES_HELD);
    const heapBefore = await app.heap();
    const strayed = Math.max(first, await app.profiled('paging back', () => back(PAGES_BACK)));
    const heapAfter = await app.heap();
    const inPage = await page.locator(FIRST_MESSAGE).count();
    process.stdout.write(`  ${PAGES_HELD + PAGES_BACK} pages back: ${inPage} messages in the page\n`);
    const down = await scrolled(app, CHAT, SCROLL_PIXELS, 'scrolling down what is loaded');
    return [
      await smoothness(app, 'chat', [...paging, ...down]),
      {
        what: `most that a message strays while ${PAGES_HELD + PAGES_BACK} pages of older ones come in`,
        against: 'nowhere',
        baseline: 0,
        ours: strayed,
        unit: 'px',
        ratio: strayed,
        reach: '≤ 2 px',
        reached: strayed <= 2,
      },
      {
        what: `heap after ${(PAGES_BACK * PAGE_SIZE).toLocaleString('en-US')} more older messages`,
        against: `heap with ${(PAGES_HELD * PAGE_SIZE).toLocaleString('en-US')} of them`,
        baseline: heapBefore / MEGABYTE,
        ours: heapAfter / MEGABYTE,
        unit: 'MB',
        ratio: heapAfter / heapBefore,
        reach: '≤ 1 MB more',
        reached: heapAfter - heapBefore <= MEGABYTE,
      },
    ];
  } finally {
    await app.close();
  }
};

/** A reader's view of large groups in Chromium: how fast they open, how smoothly they scroll, how much memory they hold. */
export const run = (): Promise<Measurement[]> =>
  inFolder(async (folder) => {
    process.stdout.write('  filling the log\n');
    const seeded = await seed(folder);
    process.stdout.write('  starting\n');
    const product = await productProcess(folder);
    // What it announces and indexes of the events that were written beside it is done first.
    await atRest(product.pid);
    const browser = await startChromium();
    try {
      return [
        ...(await openings(browser, product, seeded)),
        await seriesFigure(browser, product, { ...seeded, events: EVENTS }),
        ...(await longSchedule(browser, product, seeded)),
        ...(await longChat(browser, product, seeded)),
        ...(await gridFigures(browser, product, seeded)),
        ...(await searchFigures(browser, product, seeded)),
        await paletteFigure(browser, product, seeded),
      ];
    } finally {
      await browser.close();
      await product.stop();
    }
  });
