import type { Group, Poll } from '../model/state.ts';
import { inSomeGroup, type Move, type Writer } from './writer.ts';

/** Fewer than the product allows, so that no limit decides a run. */
const [MOST_OPEN, MOST_OF_PERSON] = [7, 12];

/** Of the day and the hour, in base 36. */
const idOf = (start: string): string => (Date.parse(start) / 60_000).toString(36);

const times = ({ random }: Writer): readonly { date: string; time: string }[] =>
  Array.from({ length: 2 + random.below(3) }, () => ({
    date: `2034-0${1 + random.below(9)}-${10 + random.below(18)}`,
    time: `${String(random.below(24)).padStart(2, '0')}:00`,
  }));

const isFull = ({ state }: Writer, group: Group, who: string): boolean => {
  const polls = [...state.polls.values()];
  const open = polls.filter((poll) => poll.group === group.id && poll.state === 'open');
  return open.length >= MOST_OPEN || polls.filter(({ creator }) => creator === who).length >= MOST_OF_PERSON;
};

const open = (writer: Writer, group: Group): void => {
  const who = writer.memberOf(group);
  if (isFull(writer, group, who)) return;
  const name = writer.random.chance(0.02) ? '' : `Poll ${writer.n}`;
  const body = { groupId: `$${group.id}`, name, duration: 60, timeZone: 'UTC', options: times(writer) };
  writer.add({ does: 'openPoll', who, body, keys: [who, group.id] });
};

/** Mostly one of the last of the group. */
const pollIn = ({ random, state }: Writer, { id }: Group): Poll | undefined =>
  random.pick([...state.polls.values()].filter(({ group }) => group === id).slice(-8));

const optionOf = ({ random }: Writer, poll: Poll): string =>
  random.chance(0.02) ? 'zzz' : idOf(random.pick(poll.starts) ?? '');

const onPoll = (writer: Writer, group: Group): void => {
  const poll = pollIn(writer, group);
  if (poll === undefined) return;
  const { random } = writer;
  const who = writer.memberOf(group);
  const about = { params: { id: `$${poll.id}` }, keys: [...new Set([who, poll.creator, group.id])] };
  const said = () => random.pick(['yes', 'yes', 'ifneedbe', 'no', null] as const) ?? null;
  random.weighted([
    [
      20,
      () => {
        const votes = { [optionOf(writer, poll)]: said(), [optionOf(writer, poll)]: said() };
        writer.add({ does: 'vote', who, ...about, body: { votes } });
      },
    ],
    [
      2,
      () => {
        const body = random.chance(0.5) ? { name: `Poll ${writer.n}` } : { options: times(writer) };
        writer.add({ does: 'changePoll', who: random.chance(0.8) ? poll.creator : who, ...about, body });
      },
    ],
    [2, () => writer.add({ does: 'decidePoll', who, ...about, body: { optionId: optionOf(writer, poll) } })],
    [1, () => writer.add({ does: 'cancelPoll', who, ...about })],
  ] as const)();
};

/** Searches for a time. */
export const pollMoves: readonly Move[] = [inSomeGroup(2, open, false), inSomeGroup(8, onPoll, false)];
