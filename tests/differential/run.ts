import type { Actor } from './actor.ts';
import type { Command } from './command.ts';
import { compared } from './difference.ts';
import { signIn } from './generator/people.ts';
import { apply, isHere } from './model/model.ts';
import { State } from './model/state.ts';
import { runRace } from './race.ts';
import { aftermathOf, settled } from './settle.ts';

/** Many wait for one another, so few of these are under way. */
const AT_ONCE = 32;
/** Above the number of any generated command. */
const FIRST_OF_CLOSING = 10_000_000;

/** Sends one command to every product. */
const perform = async (actors: readonly Actor[], command: Command, expected: number): Promise<void> => {
  const answers = await Promise.all(
    actors.map(async (actor) => ({ name: actor.side.name, ...(await actor.perform(command)) })),
  );
  compared(command, expected, answers);
};

/** Commands run concurrently unless they concern the same person or group. */
class Lanes {
  readonly #last = new Map<string, Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  failure: Error | undefined;

  async enter(keys: readonly string[], work: () => Promise<void>): Promise<void> {
    if (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
    const before = keys.map((key) => this.#last.get(key) ?? Promise.resolve());
    const running: Promise<void> = Promise.all(before)
      .then(() => (this.failure === undefined ? work() : undefined))
      .catch((error) => {
        this.failure ??= error as Error;
      })
      .finally(() => this.#running.delete(running));
    for (const key of keys) this.#last.set(key, running);
    this.#running.add(running);
  }

  /** Waits until nothing runs. @throws the failure of a command. */
  async empty(): Promise<void> {
    await Promise.all(this.#running);
    if (this.failure !== undefined) throw this.failure;
  }
}

type Running = {
  /** The model's initial state. */
  readonly state?: State;
  /** Called before each command. */
  readonly before?: (n: number) => void | Promise<void>;
};

/** Runs a history on all products. @returns the model's final state. */
export const run = async (
  history: readonly Command[],
  actors: readonly Actor[],
  { state = new State(), before }: Running = {},
): Promise<State> => {
  const lanes = new Lanes();
  for (let at = 0; at < history.length && lanes.failure === undefined; at += 1) {
    const command = history[at] as Command;
    await before?.(command.n);
    if (command.race !== undefined || command.keys.length === 0) await lanes.empty();
    if (command.race !== undefined) {
      const racing = [command];
      for (; history[at + 1]?.race === command.race; at += 1) racing.push(history[at + 1] as Command);
      await runRace(actors, racing, state);
      continue;
    }
    // The model runs first, in the order of the history.
    const expected = apply(state, command);
    const aftermath = aftermathOf(state, command);
    await lanes.enter(command.keys, async () => {
      await perform(actors, command, expected);
      if (expected === 200) await settled(actors, command, { state, ...aftermath });
    });
    if (command.keys.length === 0) await lanes.empty();
  }
  await lanes.empty();
  return state;
};

/** Advances the clock and signs everyone in, so that all views can be read. */
export const signEveryoneIn = async (actors: readonly Actor[], state: State): Promise<void> => {
  const commands: Command[] = [];
  const add = (command: Omit<Command, 'n'>): void =>
    void commands.push({ n: FIRST_OF_CLOSING + commands.length, ...command });
  add({ does: 'clock', who: 'visitor', keys: [] });
  await run(commands, actors, { state });
  for (const { name, deleted } of state.people.values())
    if (!deleted && !isHere(state, name)) signIn({ state, add }, name);
  await run(commands.slice(1), actors, { state });
};
