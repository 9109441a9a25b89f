import { MY_SCHEDULE } from '../kernel/limits.ts';
import { expand, type Occurrence, ruleOf, type Window } from '../time/series.ts';
import type { AnswersView } from './attendance.ts';
import { answersOn, revisionsOn } from './dates-answers.ts';
import { eventIdOf } from './event-id.ts';
import { eachText } from './texts.ts';
import type { EventView, SeriesView } from './wire.ts';

type Found = Occurrence<SeriesView['parts'][number], SeriesView['changed'][number]>;

const aboutSeries = (series: SeriesView, part: Found['part']): Pick<EventView, 'repeats' | 'imported'> => {
  const repeats = ruleOf(series, part);
  return { ...(series.imported && { imported: series.imported }), ...(repeats && { repeats }) };
};

const withOwnReminder = (answers: Partial<AnswersView>, reminder: SeriesView['ownReminder']): Partial<AnswersView> =>
  answers.mine === undefined || reminder === undefined ? answers : { ...answers, mine: { ...answers.mine, reminder } };

export const eventOf = (series: SeriesView, found: Found): EventView => {
  const { occurrence, times, part, exception, startsAt, endsAt } = found;
  const { _id: seriesId, groupId, groupName, createdBy, creator, revision } = series;
  const revised = revisionsOn(series, found);
  const isPersonal = groupId === MY_SCHEDULE;
  const answers = isPersonal ? {} : answersOn(series, { occurrence, times, startsAt, endsAt, ...revised });
  const id = eventIdOf({ entryId: seriesId, occurrence });
  return {
    _id: id,
    id,
    ...eachText((name) => exception?.[name] ?? part[name]),
    ...times,
    startsAt,
    endsAt,
    groupId,
    groupName,
    isMyQEvent: isPersonal,
    createdBy,
    creator,
    revision,
    placeRevision: revised.placeRevision,
    ...(series.reminder !== undefined && { reminder: series.reminder }),
    ...withOwnReminder(answers, series.ownReminder),
    seriesId,
    occurrence,
    ...aboutSeries(series, part),
  };
};

/** The dates of a series that overlap a window, as events, by start. */
export const eventsOfSeries = (series: SeriesView, window: Window): EventView[] =>
  expand(series, window).map((found) => eventOf(series, found));
