import { Actor } from './actor.ts';
import type { Command } from './command.ts';
import { compareViews } from './compare.ts';
import { Difference } from './difference.ts';
import { generate } from './generator/generate.ts';
import { Random } from './generator/random.ts';
import type { Size } from './generator/writer.ts';
import { run, signEveryoneIn } from './run.ts';
import { type Failing, shrink } from './shrink.ts';
import type { Side } from './sides.ts';

export type Options = Size & {
  readonly seed: number;
  /** Starts the products to compare. */
  readonly start: () => Promise<readonly Side[]>;
  /** Kills an instance of each product after this many commands; 0 for never. */
  readonly killEvery: number;
  /** Milliseconds for the search of a short history. */
  readonly shrinkFor: number;
  /** Shorter while the search tries many histories. */
  readonly patience?: number;
  readonly print: (line: string) => void;
};

const REPORT_EVERY = 1000;
/** Milliseconds until the products must show everything. */
const CATCH_UP = 30_000;

/** Kills one instance at a time between the commands, while others continue. */
const disturbances = (sides: readonly Side[], { seed, killEvery, print }: Options) => {
  const random = new Random(seed + 1);
  let under: Promise<void> = Promise.resolve();
  let failed: Error | undefined;
  let kills = 0;
  const disturb = async (): Promise<void> => {
    for (const side of sides) await side.disturb(random);
    kills += 1;
  };
  return {
    before: (n: number): void => {
      if (failed !== undefined) throw failed;
      if (n > 0 && n % REPORT_EVERY === 0) print(`${n} commands, ${kills} kills`);
      if (killEvery === 0 || n === 0 || n % killEvery !== 0) return;
      under = under.then(disturb).catch((error) => {
        failed = error as Error;
      });
    },
    ended: async (): Promise<void> => {
      await under;
      if (failed !== undefined) throw failed;
    },
  };
};

/** Starts fresh products and runs a history. @returns the number of people who saw the same. @throws Difference */
const runOnce = async (history: readonly Command[], options: Options): Promise<number> => {
  const sides = await options.start();
  try {
    const actors = sides.map((side) => new Actor(side));
    const disturbing = disturbances(sides, options);
    const state = await run(history, actors, { before: disturbing.before });
    await disturbing.ended();
    await signEveryoneIn(actors, state);
    return await compareViews(actors, state, options.patience ?? CATCH_UP);
  } catch (error) {
    // Their logs go with them.
    if (!(error instanceof Difference)) for (const side of sides) options.print((await side.tails?.()) ?? '');
    throw error;
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
};

/** @param at number of the command that shows the difference; absent if only the views show it. */
const shortest = (failing: Failing, at: number | undefined, options: Options): Promise<Failing> => {
  const until = Date.now() + options.shrinkFor;
  options.print(`They differ:\n${failing.why}\nLooking for a short history …`);
  const attempt = async (history: readonly Command[]): Promise<string | undefined> => {
    try {
      await runOnce(history, { ...options, patience: CATCH_UP / 10, print: () => {} });
      return undefined;
    } catch (error) {
      // A different failure is not a shorter history of this one, nor is a view that was not complete in time.
      return error instanceof Difference && error.at === at ? error.message : undefined;
    }
  };
  return shrink(failing, attempt, () => Date.now() < until);
};

/** Runs a generated history on all products. @returns the shortest history with a difference, or undefined. */
export const differential = async (options: Options): Promise<Failing | undefined> => {
  const history = generate(options.seed, options);
  try {
    const people = await runOnce(history, options);
    options.print(`${history.length} commands; ${people} people see the same everywhere, as the model says.`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Difference)) throw error;
    const { message, at } = error;
    return shortest({ history: history.slice(0, (at ?? history.length) + 1), why: message }, at, options);
  }
};

/** The history in readable form, one command per line. */
export const inLines = ({ history, why }: Failing): string =>
  [
    `${why}\n\nThe shortest history found, of ${history.length} commands:`,
    ...history.map((command) => JSON.stringify(command)),
  ].join('\n');
