import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import type { Write } from '@quorum/service-kit/ports/read-store.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const AT_ONCE = 1_000;
/** Messages of the group that is deleted. */
const IN_GROUP = MESSAGES / 10;
/** Removals of a single message, each followed by a scrub. */
const SINGLE = 20;
/** Milliseconds that a commit may wait. */
const LIMIT = 50;
/** Milliseconds between two commits: some 700 a second. Without a pause, the disk alone makes commits wait. */
const PAUSE = 1;
/** Milliseconds of commits without removals, for comparison. */
const COMPARED = 10_000;

// biome-ignore lint/plugin: commits come at a steady rate
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const generation = (name: string): ModelGeneration => ({
  model: 'chat',
  generation: name,
  collections: [collections.messages],
});

const messageOf = (number: number): Write => ({
  collection: 'messages',
  put: {
    id: `message-${number}`,
    groupId: `group-${number < IN_GROUP ? 'gone' : number % 1_000}`,
    senderId: `user-${number % 10_000}`,
    order: String(number).padStart(16, '0'),
    text: `${number} Shall we meet at the library on Thursday? Bring notes`.padEnd(160, '.'),
  },
});

/** Commits one message after another, as the projections do. */
class Commits {
  #position = 0;
  #longest = 0;
  #turn: Promise<void> = Promise.resolve();
  readonly #store: SqliteReadStore;

  constructor(store: SqliteReadStore) {
    this.#store = store;
  }

  make(writes: readonly Write[]): Promise<void> {
    this.#turn = this.#turn.then(() => this.#commit(writes));
    return this.#turn;
  }

  /** @returns the longest that a commit took during the work, in milliseconds, and what the work took, in seconds. */
  async during(work: () => Promise<void>): Promise<{ readonly longest: number; readonly took: number }> {
    this.#longest = 0;
    const started = performance.now();
    let isOver = false;
    const worked = work().finally(() => {
      isOver = true;
    });
    for (let number = MESSAGES; !isOver; number++) {
      await this.make([messageOf(number)]);
      await pause(PAUSE);
    }
    await worked;
    return { longest: this.#longest, took: (performance.now() - started) / 1_000 };
  }

  async #commit(writes: readonly Write[]): Promise<void> {
    const from = this.#position === 0 ? '' : String(this.#position).padStart(16, '0');
    this.#position += 1;
    const to = String(this.#position).padStart(16, '0');
    const started = performance.now();
    await this.#store.commit({ models: [generation('1')], from, to, writes, changes: [] });
    this.#longest = Math.max(this.#longest, performance.now() - started);
  }
}

type Waits = { readonly longest: number; readonly took: number };

const rows = (what: string, { longest, took }: Waits, { longest: quiet }: Waits): readonly Measurement[] => [
  {
    what: `longest commit while ${what} of ${MESSAGES} messages`,
    against: 'the longest commit without removals, in ten seconds of the same run',
    baseline: quiet,
    ours: longest,
    unit: 'ms',
    ratio: longest / quiet,
    reach: `≤ ${LIMIT} ms`,
    reached: longest <= LIMIT,
  },
  {
    what: `time until ${what} of ${MESSAGES} messages leaves no byte`,
    against: 'its limit',
    baseline: 60,
    ours: took,
    unit: 's',
    ratio: took / 60,
    reach: '≤ 60 s',
    reached: took <= 60,
  },
];

/** The waits of commits while messages are erased from large read models. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const store = await SqliteReadStore.open({ folder, fileKey: Buffer.alloc(32, 5) });
    await store.prepare(generation('1'));
    await store.activate(generation('1'));
    const commits = new Commits(store);
    for (let number = 0; number < MESSAGES; number += AT_ONCE)
      await commits.make(Array.from({ length: AT_ONCE }, (_, index) => messageOf(number + index)));

    // Filling leaves a log that no product ever has.
    await store.scrub();
    const quiet = await commits.during(() => pause(COMPARED));
    const single = await commits.during(async () => {
      for (let number = 1; number <= SINGLE; number++) {
        await commits.make([{ collection: 'messages', remove: `message-${MESSAGES - number}` }]);
        await store.scrub();
      }
    });
    const group = await commits.during(async () => {
      await commits.make([{ collection: 'messages', removeWhere: { groupId: 'group-gone' } }]);
      await store.scrub();
    });
    await store.close();
    return [
      ...rows(`${SINGLE} messages are removed one after another`, single, quiet),
      ...rows('a group with a tenth is deleted', group, quiet),
    ];
  });
