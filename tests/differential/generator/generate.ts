import type { Command } from '../command.ts';
import { contentMoves } from './content.ts';
import { groupMoves } from './groups.ts';
import { accountMoves, signUp } from './people.ts';
import { pollMoves } from './polls.ts';
import { type Move, type Size, Writer } from './writer.ts';

const allMoves: readonly Move[] = [...contentMoves, ...groupMoves, ...accountMoves, ...pollMoves];

const move = (writer: Writer): void =>
  writer.random.weighted(allMoves.map(([weight, go]) => [weight, go] as const))(writer);

const JOINS: readonly string[] = ['joinByCode', 'joinByLink'];
const POSTS: readonly string[] = ['sendMessage', 'sendFile'];

/**
 * Unread messages begin where a person joined. The answer to a join tells a later position, that of the color they got, so nobody
 * could say which messages came before.
 */
const mayRace = (racing: readonly Command[]): boolean =>
  ![JOINS, POSTS].every((kind) => racing.some(({ does }) => kind.includes(does)));

/** Two or three concurrent commands about one group, whose outcome depends on their order. */
const race = (writer: Writer): void => {
  const group = writer.group();
  if (group === undefined) return;
  const begin = writer.n;
  writer.race = begin;
  const moves = allMoves.flatMap(([weight, , inGroup]) =>
    inGroup === undefined ? [] : ([[weight, inGroup]] as const),
  );
  while (writer.n < begin + 3) writer.random.weighted(moves)(writer, group);
  writer.race = undefined;
  const racing = writer.history.slice(begin);
  if (!mayRace(racing))
    writer.history.splice(begin, racing.length, ...racing.map(({ race: _, ...command }) => command));
};

/** Signs everyone up, and creates and joins groups. */
const settle = (writer: Writer): void => {
  const { people, groups } = writer.size;
  for (let index = 0; index < people; index += 1) signUp(writer);
  for (let index = 0; index < groups; index += 1) {
    const who = `p${index % people}`;
    const body = { name: `Group ${index}`, description: 'People who meet' };
    const id = `g${writer.n}`;
    writer.add({ does: 'createGroup', who, body, keys: [who, id] });
    for (let joins = 0; joins < Math.min(people / 3, 12); joins += 1) {
      const guest = `p${writer.random.below(people)}`;
      writer.add({ does: 'joinByLink', who: guest, body: { inviteCode: `$link:${id}:0` }, keys: [guest, id] });
    }
  }
};

export const generate = (seed: number, size: Size): readonly Command[] => {
  const writer = new Writer(seed, size);
  settle(writer);
  while (writer.n < size.commands) {
    if (writer.random.chance(0.01)) race(writer);
    else move(writer);
  }
  return writer.history;
};
