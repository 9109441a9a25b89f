import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { streamOf } from '@quorum/domain/testing/recorded-events.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { describe, expect, it } from 'vitest';
import { allModels } from '../features.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { MemoryReadStore } from '../testing/memory-read-store.ts';
import {
  accountDeleted,
  ada,
  answer,
  ben,
  club,
  edited,
  groupDeleted,
  happens,
  hello,
  posted,
} from '../testing/people.ts';
import { activeBuilds } from './builds/generations.ts';
import { Pipeline } from './pipeline.ts';
import { Projector } from './projector.ts';

/** A pipeline over in-memory stores. The first commit waits until the test releases it. */
class World {
  readonly reads = new MemoryReadStore();
  readonly #events = new MemoryEventStore();
  #pipeline: Pipeline | undefined;
  firstCommit: () => void = () => {};

  async start(gather?: number): Promise<void> {
    const { builds, at } = await activeBuilds(
      { events: this.#events, reads: this.reads, clock: systemClock },
      allModels,
      new Set(),
    );
    const gate = new Promise<void>((resolve) => {
      this.firstCommit = resolve;
    });
    this.reads.beforeCommit = () => gate;
    const projector = new Projector(builds, { reads: this.reads, clock: systemClock });
    const options = { projector, reads: this.reads, from: at, onPendingRemovals: () => {} };
    this.#pipeline = new Pipeline(gather === undefined ? options : { ...options, gather: () => gather });
  }

  get pipeline(): Pipeline {
    return this.#pipeline as Pipeline;
  }

  /** Each call is one batch. */
  async take(...happened: readonly DomainEvent[]): Promise<void> {
    const before = this.#events.events.length;
    for (const event of happened) this.#events.add(streamOf(event), event);
    await this.pipeline.take(this.#events.events.slice(before));
  }

  /** From and to of each commit, as numbers of events. */
  get commits(): readonly (readonly number[])[] {
    return this.reads.commits.map(({ from, to }) => [Number(from), Number(to)]);
  }
}

describe('a pipeline', () => {
  it('a pipeline keeps folding while a commit is in flight, and commits the result together', async () => {
    const world = new World();
    await world.start();
    await world.take(posted(hello));
    await world.take(posted(answer), edited(hello, 'See you there'));
    await world.take(edited(answer, 'Gladly'));
    expect([Number(world.pipeline.position), Number(world.pipeline.committed)]).toEqual([4, 0]);
    world.firstCommit();
    await world.pipeline.settle();
    expect(world.commits).toEqual([
      [0, 1],
      [1, 4],
    ]);
    expect(await world.reads.active.get('messages', answer)).toMatchObject({ text: 'Gladly' });
  });

  it('a pipeline commits waiting events by itself when no further ones come', async () => {
    const world = new World();
    await world.start();
    await world.take(posted(hello));
    await world.take(posted(answer));
    world.firstCommit();
    await expect
      .poll(() => world.commits)
      .toEqual([
        [0, 1],
        [1, 2],
      ]);
  });

  it('a pipeline gathers events for a commit, and commits the last ones when asked to settle', async () => {
    const world = new World();
    await world.start(2);
    world.firstCommit();
    await world.take(posted(hello));
    await world.take(edited(hello, 'one'));
    await world.take(edited(hello, 'two'));
    await world.pipeline.settle();
    expect(world.commits).toEqual([
      [0, 2],
      [2, 3],
    ]);
  });

  it('a pipeline removes by field documents that were folded before, in flight or waiting', async () => {
    const world = new World();
    await world.start();
    await world.take(posted(hello));
    await world.take(posted(answer));
    await world.take(groupDeleted(club));
    world.firstCommit();
    // Cached copies must not bring them back.
    await world.take(edited(hello, 'late'), edited(answer, 'late'));
    await world.pipeline.settle();
    expect(world.commits[1]?.[0]).toBe(1);
    expect(await world.reads.active.getMany('messages', [hello, answer])).toEqual(new Map());
  });

  it('a pipeline folds an event that queries the store while a commit is in flight', async () => {
    const world = new World();
    await world.start();
    const started = (sessionId: string, expiresAt: string) =>
      happens('SessionStarted', { sessionId, userId: ada, device: 'Firefox on Linux', expiresAt });
    await world.take(started(hello, '2000-01-01T00:00:00.000Z'));
    // Looks for the person's expired sessions.
    await world.take(started(answer, '2999-01-01T00:00:00.000Z'));
    expect(world.commits).toEqual([]);
    world.firstCommit();
    await world.pipeline.settle();
    expect(Object.keys(world.reads.snapshot().sessions ?? {})).toEqual([answer]);
  });

  it('a pipeline never commits a half-folded batch', async () => {
    const world = new World();
    const { at } = world.reads;
    world.reads.at = (models) => ({
      ...at.call(world.reads, models),
      query: () => Promise.reject(new Error('the query failed')),
    });
    await world.start();
    await world.take(posted(hello));
    await world.take(edited(hello, 'whole'));
    world.firstCommit();
    // Deleting an account queries the person's files.
    await expect(world.take(edited(hello, 'half'), accountDeleted(ben))).rejects.toThrow('the query failed');
    await world.pipeline.settle();
    expect(world.commits).toEqual([[0, 1]]);
    expect(await world.reads.active.get('messages', hello)).toMatchObject({ edited: false });
  });

  it('a pipeline refuses to continue after a failed commit', async () => {
    const world = new World();
    await world.start();
    world.reads.beforeCommit = () => Promise.reject(new Error('the power went'));
    await world.take(posted(hello));
    await expect(world.pipeline.settle()).rejects.toThrow('the power went');
    await expect(world.take(posted(answer))).rejects.toThrow('the power went');
  });
});
