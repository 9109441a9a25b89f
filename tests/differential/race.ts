import { headers } from '@quorum/contracts/kernel/route.ts';
import type { Actor } from './actor.ts';
import { type Command, ref } from './command.ts';
import { compared, Difference, isSuccess } from './difference.ts';
import { apply } from './model/model.ts';
import type { State } from './model/state.ts';

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, at) =>
        permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
      );

/** A copy of the state that these commands may change. */
const fork = (state: State, racing: readonly Command[]): State => {
  const touched = new Set(racing.flatMap(({ keys, params, body }) => [...keys, ref(params?.id), ref(body?.replyTo)]));
  const copied = <T extends { readonly id: string; readonly group?: string }>(map: Map<string, T>): Map<string, T> =>
    new Map(
      [...map].map(([id, one]) => [id, touched.has(id) || touched.has(one.group ?? '') ? structuredClone(one) : one]),
    );
  return {
    ...state,
    people: structuredClone(state.people),
    groups: copied(state.groups),
    messages: copied(state.messages),
    events: copied(state.events),
    series: copied(state.series),
    polls: copied(state.polls),
    reports: structuredClone(state.reports),
    codes: new Map(state.codes),
  };
};

type Raced = { readonly command: Command; readonly status: number; readonly position: string; readonly error: string };

/** Whether the events were stored in this order. */
const isInPlace = (order: readonly Raced[]): boolean => {
  const positions = order.filter(({ status }) => isSuccess(status)).map(({ position }) => position);
  return positions.every((position, at) => at === 0 || (positions[at - 1] as string) <= position);
};

/**
 * One product receives the commands concurrently. The model must accept its answers in some order. The other products receive them one
 * after another in that order, and must answer the same.
 */
export const runRace = async (actors: readonly Actor[], racing: readonly Command[], state: State): Promise<void> => {
  const turn = (racing[0]?.n ?? 0) % actors.length;
  const [racer, ...others] = [...actors.slice(turn), ...actors.slice(0, turn)] as [Actor, ...Actor[]];
  const raced = await Promise.all(
    racing.map(async (command): Promise<Raced> => {
      const { status, error, headers: said } = await racer.perform(command);
      return { command, status: isSuccess(status) ? 200 : status, error, position: said.get(headers.position) ?? '' };
    }),
  );
  const orders = [...permutations(raced)].sort((a, b) => Number(isInPlace(b)) - Number(isInPlace(a)));
  const accepted = orders.find((order) => {
    const trial = fork(state, racing);
    return order.every(({ command, status }) => apply(trial, command) === status);
  });
  if (accepted === undefined) {
    const lines = raced.map(({ command, status, error }) => `${status} ${error} ${JSON.stringify(command)}`);
    const message = `No order of these explains the answers of ${racer.side.name}:\n  ${lines.join('\n  ')}`;
    throw new Difference(message, racing.at(-1)?.n);
  }
  // The racer's words are not compared: the accepted order need not be the one that happened, and the reason of a refusal depends on it.
  for (const { command, status } of accepted) {
    apply(state, command);
    const answers = await Promise.all(others.map((actor) => actor.perform(command)));
    const said = answers.map((answer, at) => ({ name: others[at]?.side.name ?? '', ...answer }));
    compared(command, status, said);
  }
};
