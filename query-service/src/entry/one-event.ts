import { eventOnDate } from '@quorum/contracts/entry/series-date.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { presentSeries, type SeriesDocument } from '@quorum/service-kit/reads/series.ts';
import { withAnswers } from '../attendance/dates.ts';
import { type Context, joinsOf } from '../reading/context.ts';
import { type EventInPath, eventInPath } from '../reading/event-in-path.ts';
import { nextDatesOf } from './series.ts';

/** The date that was named, else the next one. Undefined if the series does not have it. */
const dateOf = async (
  context: Context,
  document: SeriesDocument,
  occurrence: string | null,
  viewerId: string,
): Promise<EventView | undefined> => {
  if (occurrence === null) return (await nextDatesOf(context, [document], viewerId))[0];
  const presented = await presentSeries(joinsOf(context), [document]);
  const day = Date.parse(occurrence);
  const [series] = await withAnswers(context, presented, { from: day, to: day }, viewerId);
  return series && eventOnDate(series, occurrence);
};

/** Undefined for a date that the event does not have. */
const viewOf = async (
  context: Context,
  { entry, series, occurrence }: EventInPath,
  viewerId: string,
): Promise<EventView | undefined> => {
  if (series !== undefined) return dateOf(context, series, occurrence, viewerId);
  if (entry === undefined || occurrence !== null) return undefined;
  return (await presentEvents(joinsOf(context), [entry], viewerId))[0];
};

/** A single event, or a date of one that repeats. */
export const oneEvent =
  (context: Context): Handlers<'query'>['event'] =>
  async ({ params, actor: { userId } }, permission) => {
    const found = await eventInPath(context, params.id, userId, permission);
    if (isRefusal(found)) return found;
    const event = await viewOf(context, found, userId);
    return event === undefined ? refuse('series/date-gone') : { body: { event } };
  };
