import type { Browser } from '@playwright/test';
import { type Measurement, median } from './measure.ts';
import { startChromium } from './support/app-in-browser.ts';
import { inFolder } from './support/in-folder.ts';
import { productProcess } from './support/product-process.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** A slow phone connection: 1.6 Mbit/s, 150 ms. Throughput in bytes per second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const REACH = 1.5;

/** Runs in the page: records the time of the largest paint. */
const WATCH = `new PerformanceObserver((list) => { window.largest = list.getEntries().at(-1).startTime; })
  .observe({ type: 'largest-contentful-paint', buffered: true });`;
/** After the current frame is painted. */
const LARGEST =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.largest))))';

/** Milliseconds to the largest contentful paint with a cold cache. */
const largestPaint = async (browser: Browser, address: string): Promise<number> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', LINE);
  await page.goto(address, { waitUntil: 'load' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The form takes the focus once the app is running.
  if (address.endsWith('/signup')) await page.locator('input:focus').waitFor();
  const largest = await page.evaluate<number>(LARGEST);
  await context.close();
  return largest;
};

/** Sign-in, compared to a static page over the same slow connection. */
export const run = (): Promise<Measurement> =>
  inFolder(async (folder) => {
    const product = await productProcess(folder);
    const browser = await startChromium();
    const [finished, signIn]: [number[], number[]] = [[], []];
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        finished.push(await largestPaint(browser, `${product.origin}/terms`));
        signIn.push(await largestPaint(browser, `${product.origin}/signup`));
      }
    } finally {
      await browser.close();
      await product.stop();
    }
    const [baseline, ours] = [median(finished), median(signIn)];
    const ratio = ours / baseline;
    return {
      what: 'first load: largest paint of sign-in',
      against: 'a finished page over the same line',
      baseline,
      ours,
      unit: 'ms',
      ratio,
      reach: `≤ ${REACH}`,
      reached: ratio <= REACH,
    };
  });
