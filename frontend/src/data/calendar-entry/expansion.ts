import type { eventsOfSeries } from '@quorum/contracts/entry/series.ts';

type Loaded = typeof import('./dates-answers.ts') &
  typeof import('./rule-label.ts') & { readonly eventsOfSeries: typeof eventsOfSeries };

let loaded: Loaded | undefined;

/** Loads the code that knows the dates of a series, unless it is there. The first paint of a schedule without series needs none. */
export const loadExpansion = async (): Promise<void> => {
  if (loaded !== undefined) return;
  const [dates, answers, { ruleLabelOf }] = await Promise.all([
    import('@quorum/contracts/entry/series.ts'),
    import('./dates-answers.ts'),
    import('./rule-label.ts'),
  ]);
  loaded = {
    eventsOfSeries: dates.eventsOfSeries,
    newerDates: answers.newerDates,
    withDatesAnswered: answers.withDatesAnswered,
    withOwnDates: answers.withOwnDates,
    ruleLabelOf,
  };
};

/** The dates of a series in a window, as events. None before {@link loadExpansion}. */
export const datesInWindow: typeof eventsOfSeries = (series, window) => loaded?.eventsOfSeries(series, window) ?? [];

/** Before {@link loadExpansion} nobody has seen a date, and the answers stay as they are. */
export const newerDates: Loaded['newerDates'] = (known, given) =>
  loaded?.newerDates(known, given) ?? given ?? known ?? { lasting: [], dates: {} };

export const withDatesAnswered: Loaded['withDatesAnswered'] = (series, change) =>
  loaded?.withDatesAnswered(series, change) ?? series;

export const withOwnDates: Loaded['withOwnDates'] = (series, change) => loaded?.withOwnDates(series, change) ?? series;

/** How an event repeats, in words. Empty before {@link loadExpansion}. */
export const ruleOf: Loaded['ruleLabelOf'] = (event) => loaded?.ruleLabelOf(event) ?? '';
