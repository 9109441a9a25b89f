import { eventTexts } from '@quorum/contracts/entry/texts.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import type { Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import { entryFacts } from './events.ts';
import { type EntrySeries, patternText, type SeriesPart, type Texts } from './series.ts';
import { sameTimes } from './series-decisions.ts';
import { lastEndOf, partFrom, refuseRule, timesOf } from './series-parts.ts';
import { type Identity, withInstants } from './single-changes.ts';

/** An event of another calendar. */
export type ImportEntry = {
  readonly type: 'ImportEntry';
  readonly entry: Identity;
  readonly details: { readonly [F in keyof Texts]: string };
  readonly times: WallTimes;
  readonly repeats?: Repeats | undefined;
  /** Dates that do not take place, and those that differ. Others than those of the rule are skipped. */
  readonly excluded: readonly CalendarDate[];
  readonly changed: readonly ChangedDate[];
  /** `count`: of the whole import, with its first event. */
  readonly imported: Pick<DataOf<'EntryImported'>, 'importId' | 'count'> & { readonly uid: string };
};

type ChangedDate = { readonly occurrence: CalendarDate } & {
  readonly [F in keyof Texts | keyof WallTimes]?: (Texts & WallTimes)[F] | undefined;
};

type Imported = DataOf<'EntryImported'>;
type ImportedSeries = NonNullable<Imported['series']>;

/** Texts of single dates, as the event holds them. */
type OwnTexts = { readonly [date: CalendarDate]: { readonly [F in keyof Texts]?: string } };

const defined = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as T;

const changedOn = (part: SeriesPart, { occurrence, ...given }: ChangedDate): ImportedSeries['changed'][number] => {
  const { date, time, timeZone, duration } = { ...part, date: occurrence, ...defined(given) } as WallTimes;
  const times = timesOf({ date, time, timeZone, duration });
  const isMoved = !sameTimes(times, timesOf({ ...part, date: occurrence }));
  const fields = eventTexts.filter((field) => given[field] !== undefined && given[field] !== part[field]);
  return { occurrence, fields, times: isMoved ? withInstants(times) : null };
};

const seriesOf = (part: SeriesPart, { excluded, changed }: ImportEntry): ImportedSeries => {
  const whole = { parts: [part], leftOut: [], changed: [] };
  const has = (date: CalendarDate) => occurrenceOn(whole, date) !== undefined;
  const leftOut = [...new Set(excluded)].filter(has).sort();
  const differing = new Map(changed.map((each) => [each.occurrence, each]));
  return {
    rule: part.rule,
    lastDate: part.lastDate,
    lastEndsAt: lastEndOf(part, part.lastDate),
    leftOut,
    changed: [...differing.values()]
      .filter(({ occurrence }) => has(occurrence) && !leftOut.includes(occurrence))
      .map((each) => changedOn(part, each))
      .filter(({ fields, times }) => fields.length > 0 || times !== null)
      .sort((a, b) => (a.occurrence < b.occurrence ? -1 : 1)),
  };
};

const ownTexts = ({ changed }: ImportedSeries, given: readonly ChangedDate[]): OwnTexts => {
  const texts = new Map(given.map((each) => [each.occurrence, each]));
  const own = changed.flatMap(({ occurrence, fields }) =>
    fields.length === 0
      ? []
      : [
          [
            occurrence,
            Object.fromEntries(fields.map((field) => [field, texts.get(occurrence)?.[field] ?? ''])),
          ] as const,
        ],
  );
  return Object.fromEntries(own);
};

/** Always one stored event, so that no other event has to say that it was imported. */
export const importEntry = (command: ImportEntry): Decision => {
  const { entry, details, times, repeats, imported, changed } = command;
  const single: Imported = { ...entry, ...details, ...withInstants(times), ...imported, series: null, texts: '{}' };
  if (repeats === undefined) return [{ type: 'EntryImported', data: single }];
  const part = partFrom(times, repeats, details);
  const refusal = refuseRule(part);
  if (refusal !== undefined) return refusal;
  const series = seriesOf(part, command);
  const texts = JSON.stringify(ownTexts(series, changed));
  const isTooMuch = series.leftOut.length + series.changed.length > limits.seriesExceptions;
  if (isTooMuch || texts.length > limits.seriesExceptionText) return refuse('series/too-many-exceptions');
  return [{ type: 'EntryImported', data: { ...single, series, texts } }];
};

/** The series that an imported entry is. Null if it does not repeat. */
const importedSeries = (data: Imported, revision: number): EntrySeries | null => {
  const { series, texts, date, time, timeZone, duration, startsAt, endsAt, name, description, location } = data;
  if (series === null) return null;
  const { rule, lastDate, lastEndsAt, leftOut, changed } = series;
  const revisions = { placeRevision: revision, timesRevision: revision, madeRevision: revision };
  const times = { date, time, timeZone, duration, startsAt, endsAt };
  const part = { rule, ...times, lastDate, name, description, location, ...revisions };
  // Null once they were erased.
  const own = texts === null ? undefined : (JSON.parse(texts) as OwnTexts);
  const pattern = patternText(part);
  const exceptions = changed.map(({ occurrence, fields, times: moved }) => ({
    occurrence,
    pattern,
    ...Object.fromEntries(fields.map((field) => [field, own?.[occurrence]?.[field] ?? null])),
    ...(fields.includes('location') ? { placeRevision: revision } : {}),
    ...(moved === null ? {} : { times: moved, timesRevision: revision }),
  }));
  return { parts: [part], leftOut, changed: exceptions, lastEndsAt, replaced: [], gaps: [] };
};

/** An entry as it is imported. @param at UTC, ISO 8601 */
export const importedEntry = (data: Imported, revision: number, at: string) => {
  const { importId: _, count: __, series: ___, texts: ____, ...said } = data;
  const series = importedSeries(data, revision);
  return { ...entryFacts(said), status: 'scheduled' as const, series, createdAt: at, importedAt: at };
};
