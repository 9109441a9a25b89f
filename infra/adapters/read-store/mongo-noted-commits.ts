import { randomUUID } from 'node:crypto';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { Commit, ModelGeneration } from '@quorum/contracts/ports/read-store.ts';
import type { Db, Collection as MongoCollection } from 'mongodb';
import type { ServerClock } from './mongo-clock.ts';
import { type MongoGenerations, stateOfAll } from './mongo-generations.ts';
import { carryOut, headsStep, type Step, stepsOf } from './mongo-steps.ts';

type Part = {
  readonly _id: string;
  readonly commit: string;
  readonly part: number;
  readonly text: string;
  /** By the server's clock, milliseconds. */
  readonly at: number;
};
type Header = {
  /** Document in which the models' checkpoints lie. */
  readonly state: string;
  readonly models: readonly Pick<ModelGeneration, 'model' | 'generation'>[];
  readonly to: Position;
  readonly parts: number;
};

/** Characters of a part; a character is four bytes at most, a document 16 MB. */
const PART_CHARACTERS = 2_000_000;
/** A commit that somebody else noted so long ago and did not end is ended by whoever wants to go on, milliseconds. */
const TAKE_OVER_AFTER = 5_000;
const LOOK_EVERY = 250;
/** A commit that could not be claimed in so long never will be, milliseconds. */
const NOTES_KEPT = 3_600_000;

/**
 * Commits on servers without transactions. The whole commit is noted first; claiming the models for it (one atomic update)
 * makes it certain; then it is carried out, and the checkpoint written last. Whoever finds it unended ends it: every step
 * can be repeated. The lease keeps away a second runner that would do so while the first one is still alive.
 */
export class MongoNotedCommits {
  readonly #db: Db;
  readonly #generations: MongoGenerations;
  readonly #parts: MongoCollection<Part>;
  readonly #own = new Set<string>();
  readonly #clock: ServerClock;

  constructor(db: Db, generations: MongoGenerations, clock: ServerClock) {
    this.#db = db;
    this.#clock = clock;
    this.#generations = generations;
    this.#parts = db.collection<Part>('read_noted_commits');
  }

  /** Whether a commit of this process may be claimed but not ended, since the server went away in the middle of it. */
  get isUncertain(): boolean {
    return this.#own.size > 0;
  }

  /** @returns whether the models stood at the commit's `from`. */
  async commit(commit: Commit): Promise<boolean> {
    const id = randomUUID();
    const steps = [...stepsOf(commit), ...headsStep(commit)];
    await this.#note(id, commit, steps);
    this.#own.add(id);
    const isClaimed =
      (await this.#generations.claim(commit.models, commit.from, id)) ||
      ((await this.endNoted(commit.models)) && (await this.#generations.claim(commit.models, commit.from, id)));
    if (isClaimed) await this.#end(id, { ...commit, state: stateOfAll(commit.models) }, steps);
    this.#own.delete(id);
    await this.#parts.deleteMany({ commit: id });
    return isClaimed;
  }

  /** Ends what was noted for the models and left; somebody else's only when it stands still. @returns whether there was something. */
  async endNoted(models: readonly ModelGeneration[]): Promise<boolean> {
    let wasNoted = false;
    for (const model of models) {
      let noted = (await this.#generations.find(model))?.noted;
      const first = noted;
      const deadline = first === undefined ? 0 : performance.now() + TAKE_OVER_AFTER - (await this.#ageOf(first));
      while (noted !== undefined && noted === first && !this.#own.has(noted) && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
        noted = (await this.#generations.find(model))?.noted;
      }
      wasNoted ||= first !== undefined;
      if (noted !== undefined && noted === first) await this.#endFromNotes(noted);
    }
    return wasNoted;
  }

  /** Removes notes that were written for nothing, because the process died before it claimed anything for them. */
  async tidy(): Promise<void> {
    const claimed = (await this.#generations.all()).flatMap((each) => each.noted ?? []);
    const { now } = await this.#clock();
    await this.#parts.deleteMany({ at: { $lt: now - NOTES_KEPT }, commit: { $nin: claimed } });
  }

  /** Milliseconds since it was noted. */
  async #ageOf(id: string): Promise<number> {
    const part = await this.#parts.findOne({ commit: id });
    return part === null ? 0 : Math.max(0, (await this.#clock()).now - part.at);
  }

  async #note(id: string, { models, to }: Commit, steps: readonly Step[]): Promise<void> {
    const texts: string[] = [];
    let text = '';
    for (const step of steps) {
      const line = JSON.stringify(step);
      if (text !== '' && text.length + line.length > PART_CHARACTERS) {
        texts.push(text);
        text = '';
      }
      text += text === '' ? line : `\n${line}`;
    }
    if (text !== '') texts.push(text);
    const names = models.map(({ model, generation }) => ({ model, generation }));
    const header: Header = { state: stateOfAll(models), models: names, to, parts: texts.length };
    const { now: at } = await this.#clock();
    for (const [part, each] of [JSON.stringify(header), ...texts].entries()) {
      await this.#parts.insertOne({ _id: `${id}:${part}`, commit: id, part, text: each, at });
    }
  }

  async #endFromNotes(id: string): Promise<void> {
    const parts = await this.#parts.find({ commit: id }).toArray();
    const [header, ...texts] = parts.sort((a, b) => a.part - b.part).map((part) => part.text);
    // Its owner was quicker.
    if (header === undefined) return;
    const commit = JSON.parse(header) as Header;
    if (texts.length !== commit.parts) return;
    const steps = texts.flatMap((text) => text.split('\n').map((line) => JSON.parse(line) as Step));
    await this.#end(id, commit, steps);
    this.#own.delete(id);
    await this.#parts.deleteMany({ commit: id });
  }

  async #end(id: string, { state, models, to }: Omit<Header, 'parts'>, steps: readonly Step[]): Promise<void> {
    for (const step of steps) await carryOut(this.#db, step);
    await this.#generations.finish(state, models, to, id);
  }
}
