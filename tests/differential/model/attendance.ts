import { type Command, ref } from '../command.ts';
import type { Answer, CalendarEvent, Party, Person, Rule, State } from './state.ts';
import { done } from './state.ts';

const HOURS_EAST: Readonly<Record<string, number>> = { UTC: 0, 'Asia/Tokyo': 9 };

/** UTC, ISO 8601. */
export const startOf = ({ date, time, timeZone }: CalendarEvent): string =>
  new Date(Date.parse(`${date}T${time}:00Z`) - (HOURS_EAST[timeZone] ?? 0) * 3_600_000).toISOString();

/** The time and place that an answer is for. */
export const timeAndPlace = (event: CalendarEvent): string => `${startOf(event)} ${event.duration} ${event.location}`;

const isWaiting = ({ answer, seated }: Party): boolean => answer === 'going' && !seated;
const going = ({ parties }: CalendarEvent): readonly Party[] => [...parties.values()].filter(({ seated }) => seated);
const heads = ({ guests }: Party): number => 1 + guests;
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const freeSeats = (event: CalendarEvent): number =>
  event.seats === null ? Number.POSITIVE_INFINITY : event.seats - sum(going(event).map(heads));

/** The creator is going until they answer otherwise. */
export const creatorsParty = (): Party => ({ answer: 'going', guests: 0, seated: true, for: 'whatever' });

/** In the order of joining; a party that is too large is passed. */
export const walk = (event: CalendarEvent): void => {
  for (const party of event.parties.values())
    if (isWaiting(party) && heads(party) <= freeSeats(event)) party.seated = true;
};

export const give = (event: CalendarEvent, { name }: Person, answer: Answer, wished: number): number => {
  const before = event.parties.get(name);
  const guests = answer === 'going' ? wished : 0;
  if (guests > Math.max(event.guestsEach, before?.guests ?? 0)) return 400;
  const more = guests - (before?.guests ?? 0);
  const hasSeat = answer === 'going' && before?.seated === true;
  if (hasSeat && more > 0 && more > freeSeats(event)) return 409;
  const seated = hasSeat || (answer === 'going' && 1 + guests <= freeSeats(event));
  const keepsPlace = before !== undefined && isWaiting(before) && answer === 'going' && !seated && more <= 0;
  const party = { answer, guests, seated, for: name === event.creator ? 'whatever' : timeAndPlace(event) };
  if (!keepsPlace) event.parties.delete(name);
  event.parties.set(name, party);
  return done(() => walk(event));
};

export const takeBack = (event: CalendarEvent, person: Person): number => {
  if (person.name === event.creator) return give(event, person, 'going', 0);
  event.parties.delete(person.name);
  return done(() => walk(event));
};

/** Every member of the group answers; personal events ask nobody. */
export const answering =
  <E extends { readonly group: string; readonly creator: string }>(
    eventOf: (state: State, id: string) => E | undefined,
    rule: (event: E, person: Person, command: Command, state: State) => number,
  ): Rule<Person> =>
  (state, person, command) => {
    const event = eventOf(state, ref(command.params?.id));
    if (event === undefined) return 404;
    const isMine = event.group === 'my-q' && event.creator === person.name;
    if (isMine) return 400;
    const isMember = state.groups.get(event.group)?.members.has(person.name) === true;
    return isMember ? rule(event, person, command, state) : 404;
  };

const onGroupEvent = (rule: (event: CalendarEvent, person: Person, command: Command) => number): Rule<Person> =>
  answering(({ events }, id) => events.get(id), rule);

const LEAD_TIMES: readonly unknown[] = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080, 'none'];

export const isReminder = (minutes: unknown): boolean => LEAD_TIMES.includes(minutes);

/** An event, or all dates of its series. */
const datesWith = ({ series }: State, event: CalendarEvent): readonly CalendarEvent[] =>
  series.get(event.id.split('_')[0] ?? '')?.dates ?? [event];

/** A member's own, which replaces the event's for them. A personal event has only one. */
const chooseReminder: Rule<Person> = (state, { name }, { params, body }) => {
  const minutes = body?.minutes ?? null;
  if (minutes !== null && !isReminder(minutes)) return 400;
  const event = state.events.get(ref(params?.id));
  const isMine = event?.group === 'my-q' && event.creator === name;
  const isMember = state.groups.get(event?.group ?? '')?.members.has(name) === true;
  if (event === undefined || !(isMine || isMember)) return 404;
  return done(() => {
    // The dates of a series share them.
    if (!isMine) event.reminders.set(name, minutes);
    else for (const date of datesWith(state, event)) date.reminder = minutes ?? 'none';
  });
};

export const attendanceRules = {
  chooseReminder,
  giveRsvp: onGroupEvent((event, person, { body }) =>
    give(event, person, body?.answer as Answer, Number(body?.guests ?? 0)),
  ),
  takeRsvpBack: onGroupEvent(takeBack),
  setSeats: onGroupEvent((event, { name }, { body }) => {
    if (name !== event.creator) return 403;
    Object.assign(event, { seats: body?.seats, guestsEach: body?.guestsEach });
    return done(() => walk(event));
  }),
};

/** Whoever leaves a group has no answer any more to what is ahead, and all that the model plans is. */
export const withdraw = (events: Iterable<CalendarEvent>, name: string): void => {
  for (const event of events) {
    event.parties.delete(name);
    event.toAll?.delete(name);
    walk(event);
  }
};

/** Leaves the answers to a group's events. */
export const withdrawIn = ({ events }: State, group: string, name: string): void =>
  withdraw(
    [...events.values()].filter((event) => event.group === group),
    name,
  );

/** Whether an answer was for another time or place. */
export const isOutdated = (event: CalendarEvent, party: Party): boolean =>
  party.for !== 'whatever' && party.for !== timeAndPlace(event);

const isAsked = (event: CalendarEvent, party: Party): boolean => party.answer !== 'cant' && isOutdated(event, party);

/** Who comes, and a person's own answer. Null for a personal event. */
export const attendanceOf = (event: CalendarEvent, viewer: string) => {
  if (event.group === 'my-q') return null;
  const parties = [...event.parties.values()];
  const count = (answer: Answer): number =>
    parties.filter((party) => party.answer === answer && !isWaiting(party)).length;
  const line = [...event.parties].filter(([, party]) => isWaiting(party)).map(([name]) => name);
  const own = event.parties.get(viewer);
  return {
    going: count('going'),
    maybe: count('maybe'),
    cant: count('cant'),
    waiting: line.length,
    guests: sum(going(event).map(({ guests }) => guests)),
    notConfirmed: going(event).filter((party) => isAsked(event, party)).length,
    seats: event.seats,
    guestsEach: event.guestsEach,
    mine: {
      answer: own?.answer ?? null,
      guests: own?.guests ?? 0,
      place: line.includes(viewer) ? line.indexOf(viewer) + 1 : null,
      asked: own !== undefined && isAsked(event, own),
      reminder: event.reminders.get(viewer) ?? null,
    },
  };
};

/** Somebody who leaves votes in no open poll any more. */
export const withdrawVotes = ({ polls }: State, group: string, name: string): void => {
  for (const poll of polls.values()) if (poll.group === group && poll.state === 'open') poll.votes.delete(name);
};
