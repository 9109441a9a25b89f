import { type Command, ref } from '../command.ts';
import { answerable, give, isAsked, takeBack, walk } from './attendance.ts';
import type { Answer, CalendarEvent, Person, Rule, Series, State } from './state.ts';
import { done, OK } from './state.ts';

const DAY = 24 * 3_600_000;

/** Events that repeat. All that the model plans lies ahead, so each date is an event of its own, and an answer to all is one to each. */

const idOn = (id: string, date: string): string => `${id}_${date}`;

const later = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** The dates of a rule that counts days. */
export const datesOf = (date: string, repeats: unknown): readonly string[] => {
  const { every, count } = repeats as { readonly every: number; readonly count: number };
  return Array.from({ length: count }, (_, index) => later(date, index * every));
};

export const planSeries = (state: State, event: CalendarEvent, repeats: unknown): void => {
  const { id, group, creator, parties } = event;
  const dates = datesOf(event.date, repeats).map((date) => {
    const own = { revision: 0, revised: { time: 0, location: 0 }, own: new Set<string>() };
    return { ...event, ...own, id: idOn(id, date), date, parties: new Map(parties) };
  });
  for (const date of dates) state.events.set(date.id, date);
  state.series.set(id, { id, group, creator, time: event.time, dates, all: new Map(parties), revision: 0 });
};

/** The series that an id names, by itself or by one of its dates. */
export const seriesOf = (state: State, id: string): Series | undefined => state.series.get(id.split('_')[0] ?? '');

const dateOf = (state: State, id: string): CalendarEvent | undefined =>
  id.includes('_') ? state.events.get(id) : undefined;

const firstOf = (state: State, { dates }: Series): CalendarEvent | undefined =>
  dates.find(({ id }) => state.events.has(id));

/** A new place or time asks those who answered before. A date that is back at the time of its series has that of the series again. */
const revise = (date: CalendarEvent, field: string, { revision, time }: Series): void => {
  if (field === 'location') date.revised = { time: date.revised?.time ?? 0, location: revision };
  if (field === 'time')
    date.revised = { time: date.time === time ? 0 : revision, location: date.revised?.location ?? 0 };
};

/** Texts reach every date without its own. */
export const changeSeries = (state: State, series: Series, { params, body = {} }: Command): number => {
  const { scope: _, ...change } = body;
  const id = ref(params?.id);
  const one = dateOf(state, id);
  if (id.includes('_') && one === undefined) return 404;
  series.revision += 1;
  for (const date of series.dates) {
    date.revision = series.revision;
    if (one !== undefined && date !== one) continue;
    for (const [field, value] of Object.entries(change)) {
      const before = date[field as 'name'];
      const now = field === 'time' ? String(value).padStart(5, '0') : String(value);
      if (before === now || (one === undefined && date.own?.has(field))) continue;
      if (one !== undefined) date.own?.add(field);
      Object.assign(date, { [field]: now });
      revise(date, field, series);
    }
  }
  return OK;
};

const isSame = (
  date: CalendarEvent,
  { name }: Person,
  answer: Answer,
  guests: number,
  from: Series['all'],
): boolean => {
  const party = from.get(name);
  return party !== undefined && party.answer === answer && party.guests === guests && !isAsked(date, party);
};

const answerAll = (series: Series, named: CalendarEvent, person: Person, answer: Answer, wished: number): number => {
  const guests = answer === 'going' ? wished : 0;
  if (guests > Math.max(named.guestsEach, series.all.get(person.name)?.guests ?? 0)) return 400;
  if (isSame(named, person, answer, guests, series.all) && isSame(named, person, answer, guests, named.parties))
    return OK;
  const isCreator = person.name === series.creator;
  const party = { answer, guests, seated: answer === 'going', for: isCreator ? 'whatever' : String(series.revision) };
  series.all.set(person.name, party);
  for (const { parties } of series.dates) {
    parties.delete(person.name);
    parties.set(person.name, { ...party });
  }
  return OK;
};

const takeAllBack = (series: Series, named: CalendarEvent, person: Person, isNamed: boolean): number => {
  if (person.name === series.creator) return answerAll(series, named, person, 'going', 0);
  if (!(isNamed ? named.parties : series.all).has(person.name)) return OK;
  series.all.delete(person.name);
  for (const date of series.dates) {
    date.parties.delete(person.name);
    walk(date);
  }
  return OK;
};

type OnSeries = (
  at: { series: Series; named: CalendarEvent; isNamed: boolean },
  person: Person,
  command: Command,
) => number;

/** On the date that is named, or the next one. */
const onSeries =
  (rule: OnSeries): Rule<Person> =>
  (state, person, command) => {
    const id = ref(command.params?.id);
    const series = seriesOf(state, id);
    const refused = answerable(state, person, series);
    if (series === undefined || refused !== undefined) return refused ?? 404;
    const isNamed = id.includes('_');
    const named = isNamed ? dateOf(state, id) : firstOf(state, series);
    if (named === undefined) return isNamed ? 404 : 409;
    return rule({ series, named, isNamed }, person, command);
  };

export const seriesRules = {
  giveRsvp: onSeries(({ series, named, isNamed }, person, { body }) => {
    const [answer, guests] = [body?.answer as Answer, Number(body?.guests ?? 0)];
    if (isNamed && (named.seats !== null || body?.scope === 'this')) return give(named, person, answer, guests);
    return named.seats === null ? answerAll(series, named, person, answer, guests) : 400;
  }),
  takeRsvpBack: onSeries(({ series, named, isNamed }, person) => {
    if (isNamed && named.seats !== null) return takeBack(named, person);
    const isRefused = named.seats !== null && person.name === series.creator;
    return isRefused ? 400 : takeAllBack(series, named, person, isNamed);
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
