import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { joinsOf, type Reading } from '../reading/context.ts';

/** Single events and dates by their ids, with the answers to them. Those that are gone are missing. */
export const eventsNamed = async (
  reading: Reading,
  ids: readonly string[],
  viewerId: string,
): Promise<readonly EventView[]> => {
  const named = [...new Set(ids)].flatMap((id) => parseEventId(id) ?? []);
  if (named.length === 0) return [];
  const { active } = reading.reads;
  const of = (isDate: boolean) =>
    named.flatMap(({ entryId, occurrence }) => ((occurrence !== null) === isDate ? [entryId] : []));
  const [entries, found] = await Promise.all([
    active.getMany('entries', of(false)),
    active.getMany('series', of(true)),
  ]);
  const [single, presented] = await Promise.all([
    presentEvents(joinsOf(reading), [...entries.values()], viewerId),
    presentSeries(joinsOf(reading), [...found.values()]),
  ]);
  const days = named.flatMap(({ occurrence }) => (occurrence === null ? [] : [Date.parse(occurrence)]));
  const window = { from: Math.min(...days), to: Math.max(...days) };
  const answered = await withAnswers(reading, presented, window, viewerId);
  const series = new Map(answered.map((each) => [each._id, each]));
  const dates = named.flatMap(({ entryId, occurrence }) => {
    const each = series.get(entryId);
    return each === undefined || occurrence === null ? [] : (eventOnDate(each, occurrence) ?? []);
  });
  return [...single, ...dates];
};
