import type { EventSpan, NoticeKind, NoticeView, SeriesMove } from '@quorum/contracts/message/wire.ts';
import { isolated } from '@quorum/contracts/text/hostile-text.ts';
import { monthDay, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { daysBetween, localDate } from '@quorum/contracts/time/days.ts';
import type { Moment } from '@quorum/contracts/time/instant.ts';
import { durationLabel, timeLabel, wallTimeLabel, zoneCity } from '@quorum/contracts/time/labels.ts';
import { repeatsPhrase } from '@quorum/contracts/time/repeats-labels.ts';
import { isErased, personName } from '../../data/user/person-label.ts';

/** `Thu 7:00 PM`; `Thu, May 28, 7:00 PM` six days or more from the day of the notice; with the year if it is another one. */
const when = (moment: Moment, noticedAt: Moment, timeZone: string): string => {
  const [date, today] = [localDate(moment, timeZone), localDate(noticedAt, timeZone)];
  const time = timeLabel(moment, timeZone);
  if (Math.abs(daysBetween(today, date)) < 6) return `${weekdayShort(date)} ${time}`;
  const year = date.slice(0, 4) === today.slice(0, 4) ? '' : `, ${date.slice(0, 4)}`;
  return `${weekdayShort(date)}, ${monthDay(date)}${year}, ${time}`;
};

const minutesOf = ({ startsAt, endsAt }: EventSpan): number => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000;

type NoticedEvent = NonNullable<NoticeView['event']>;

/** `Tuesdays, 7:00 PM`, with the city of a clock that is not the viewer's. */
const ruleTime = (pattern: SeriesMove['from'], at: Moment, viewerZone: string): string => {
  const { date, time, timeZone } = pattern;
  const isOwnClock = timeLabel(at, viewerZone) === wallTimeLabel(time) && localDate(at, viewerZone) === date;
  return `${repeatsPhrase(pattern)}, ${wallTimeLabel(time)}${isOwnClock ? '' : ` in ${zoneCity(timeZone)}`}`;
};

const seriesText = ({ name, from, to }: NoticedEvent, { since, ...rules }: SeriesMove, timeZone: string): string => {
  const title = isolated(name);
  const before = ruleTime(rules.from, from.startsAt, timeZone);
  if (rules.to === null) return `cancelled ${title}, ${before}, from ${monthDay(since)} on`;
  const after = ruleTime(rules.to, to?.startsAt ?? from.startsAt, timeZone);
  if (before === after) return `changed ${title}, ${after}, from ${monthDay(since)} on`;
  return `moved ${title} from ${before} to ${after}, from ${monthDay(since)} on`;
};

const eventText = (event: NoticedEvent, noticedAt: Moment, timeZone: string): string => {
  const { name, from, to, series } = event;
  if (series !== undefined) return seriesText(event, series, timeZone);
  const title = isolated(name);
  const start = when(from.startsAt, noticedAt, timeZone);
  if (to === undefined) return `cancelled ${title}, ${start}`;
  if (to.startsAt !== from.startsAt) return `moved ${title} from ${start} to ${when(to.startsAt, noticedAt, timeZone)}`;
  return `changed ${title}, ${start}, from ${durationLabel(minutesOf(from))} to ${durationLabel(minutesOf(to))}`;
};

const deletedAccounts = (count: number): string => (count === 1 ? 'a deleted account' : `${count} deleted accounts`);

/** `Maya, Tom and 36 others joined`. Several people did the same. */
export const severalText = (kind: NoticeKind, notices: readonly NoticeView[]): string => {
  const named = notices.flatMap(({ person }) => (isErased(person) ? [] : [isolated(personName(person))]));
  const shown = notices.length > 3 ? named.slice(0, 2) : named;
  const rest = notices.length - shown.length;
  const others = shown.length === named.length ? deletedAccounts(rest) : `${rest} others`;
  const parts = rest === 0 ? shown : [...shown, others];
  return `${[parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((part) => part !== '').join(' and ')} ${kind}`;
};

/** `Maya moved Book club from Thu 7:00 PM to Fri 7:00 PM`, in the viewer's zone; the days are those around the notice. */
export const noticeText = ({ kind, person, event, createdAt }: NoticeView, timeZone: string): string => {
  const name = isErased(person) ? 'A deleted account' : isolated(personName(person));
  if (event !== undefined && kind === 'restored') return `${name} restored ${isolated(event.name)}`;
  if (event !== undefined) return `${name} ${eventText(event, createdAt, timeZone)}`;
  return kind === 'removed' ? `${name} was removed` : `${name} ${kind}`;
};
