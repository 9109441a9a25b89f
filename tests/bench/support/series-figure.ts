import type { Browser } from '@playwright/test';
import type { Client } from '../../support/product.ts';
import type { Measurement } from '../measure.ts';
import { openApp } from './app-in-browser.ts';
import type { Filler, Place } from './fill-log.ts';
import { opening } from './opening.ts';
import type { Process } from './product-process.ts';

const SERIES = 200;
const HOUR_MS = 3_600_000;
const FIRST_EVENT = '.schedule [data-event]';
const MY_SCHEDULE = '.rail a[href="/dashboard"]';

type Reader = { readonly person: Client; readonly start: string };

/** Series whose dates together are so many, all within a year, and spread over it. */
export const fillSeries = async (filler: Filler, place: Place, dates: number): Promise<void> => {
  const rule = { unit: 'day', every: 3, count: Math.round(dates / SERIES) } as const;
  for (let index = 0; index < SERIES; index += 1) await filler.series(place, Date.now() + (index % 72) * HOUR_MS, rule);
};

/** My Schedule of a person who has series, and of one who has as many single events. */
export const seriesFigure = async (
  browser: Browser,
  { origin }: Process,
  { repeating, large, events }: { readonly repeating: Reader; readonly large: Reader; readonly events: number },
): Promise<Measurement> => {
  const painted = async ({ person, start }: Reader, name: string): Promise<number> => {
    const app = await openApp(browser, origin, person, 'calendar');
    try {
      return (await opening(app, start, MY_SCHEDULE, FIRST_EVENT, name)).milliseconds;
    } finally {
      await app.close();
    }
  };
  const ours = await painted(repeating, 'My Schedule of series');
  const baseline = await painted(large, 'My Schedule of single events');
  const many = events.toLocaleString('en-US');
  return {
    what: `My Schedule with ${many} dates of ${SERIES} series painted`,
    against: `My Schedule with ${many} single events`,
    baseline,
    ours,
    unit: 'ms',
    ratio: ours / baseline,
    reach: '≤ 1.5 ×',
    reached: ours <= 1.5 * baseline,
  };
};
