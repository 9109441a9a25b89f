import { type Command, ref } from '../command.ts';
import { answering, give, isOutdated, takeBack, timeAndPlace, walk } from './attendance.ts';
import type { Answer, CalendarEvent, Party, Person, Rule, Series, State } from './state.ts';
import { done, OK } from './state.ts';

const DAY = 24 * 3_600_000;

/** Events that repeat. All of them lie ahead, so each date is an event of its own, and an answer to all is one to each. */

const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The dates of a rule that counts days. */
export const planSeries = (state: State, event: CalendarEvent, repeats: unknown): void => {
  const { id, group, creator, parties } = event;
  const { every, count } = repeats as { readonly every: number; readonly count: number };
  const dates = Array.from({ length: count }, (_, index): CalendarEvent => {
    const date = later(event.date, index * every);
    const own = { parties: new Map(parties), toAll: new Map(parties), own: new Set<string>() };
    return { ...event, ...own, id: `${id}_${date}`, date };
  });
  for (const date of dates) state.events.set(date.id, date);
  state.series.set(id, { id, group, creator, dates });
};

/** The series that an id names, by itself or by one of its dates. */
export const seriesOf = ({ series }: State, id: string): Series | undefined => series.get(id.split('_')[0] ?? '');

/** The dates that an edit or a deletion means. */
export const reached = ({ id, dates }: Series, named: string, scope: unknown = 'this'): readonly CalendarEvent[] => {
  if (named === id || scope === 'all') return dates;
  return dates.filter((date) => (scope === 'following' ? date.id >= named : date.id === named));
};

/** A date keeps its own texts when others are changed, unless it is the one that is named. A time of its own goes with a new one. */
export const changeDates = (series: Series, { params, body = {} }: Command): number => {
  const { scope, ...change } = body;
  const named = ref(params?.id);
  const isOne = named !== series.id && (scope ?? 'this') === 'this';
  return done(() => {
    for (const date of reached(series, named, scope))
      for (const [field, value] of Object.entries(change)) {
        if (isOne) date.own?.add(field);
        const isKept = field !== 'time' && date.own?.has(field) && date.id !== named;
        if (!isKept) Object.assign(date, { [field]: field === 'time' ? String(value).padStart(5, '0') : value });
      }
  });
};

type OnSeries = {
  readonly series: Series;
  /** The date that is named, or the next one. */
  readonly date: CalendarEvent;
  readonly isNamed: boolean;
};

const onSeries = (rule: (at: OnSeries, person: Person, command: Command) => number): Rule<Person> =>
  answering(seriesOf, (series, person, command, { events }) => {
    const id = ref(command.params?.id);
    const isNamed = id !== series.id;
    const date = isNamed ? events.get(id) : series.dates.find((one) => events.has(one.id));
    if (date === undefined) return isNamed ? 404 : 409;
    return rule({ series, date, isNamed }, person, command);
  });

const isSame = (date: CalendarEvent, party: Party | undefined, answer: Answer, guests: number): boolean =>
  party !== undefined && party.answer === answer && party.guests === guests && !isOutdated(date, party);

const answerAll = ({ series, date, isNamed }: OnSeries, { name }: Person, answer: Answer, wished: number): number => {
  const guests = answer === 'going' ? wished : 0;
  if (guests > Math.max(date.guestsEach, date.toAll?.get(name)?.guests ?? 0)) return 400;
  const known = isNamed ? [date.toAll, date.parties] : [date.toAll];
  if (known.every((parties) => isSame(date, parties?.get(name), answer, guests))) return OK;
  return done(() => {
    for (const each of series.dates) {
      const party = { answer, guests, for: name === series.creator ? 'whatever' : timeAndPlace(each) };
      each.parties.delete(name);
      for (const parties of [each.toAll, each.parties]) parties?.set(name, { ...party, seated: answer === 'going' });
    }
  });
};

const takeAllBack = (at: OnSeries, person: Person): number => {
  const { series, date, isNamed } = at;
  if (person.name === series.creator) return answerAll(at, person, 'going', 0);
  if (!(isNamed ? date.parties : date.toAll)?.has(person.name)) return OK;
  return done(() => {
    for (const each of series.dates) {
      for (const parties of [each.toAll, each.parties]) parties?.delete(person.name);
      walk(each);
    }
  });
};

/** Each date with limited seats is answered by itself. */
const isOfOne = ({ date, isNamed }: OnSeries, scope: unknown): boolean =>
  isNamed && (date.seats !== null || scope === 'this');

export const seriesRules = {
  giveRsvp: onSeries((at, person, { body }) => {
    const [answer, guests] = [body?.answer as Answer, Number(body?.guests ?? 0)];
    if (isOfOne(at, body?.scope)) return give(at.date, person, answer, guests);
    return at.date.seats === null ? answerAll(at, person, answer, guests) : 400;
  }),
  takeRsvpBack: onSeries((at, person, { query }) => {
    if (isOfOne(at, query?.scope)) return takeBack(at.date, person);
    const isRefused = at.date.seats !== null && person.name === at.series.creator;
    return isRefused ? 400 : takeAllBack(at, person);
  }),
  setSeats: onSeries(({ series }, { name }, { body }) => {
    if (name !== series.creator) return 403;
    return done(() => {
      for (const date of series.dates) {
        Object.assign(date, { seats: body?.seats, guestsEach: body?.guestsEach });
        walk(date);
      }
    });
  }),
};
