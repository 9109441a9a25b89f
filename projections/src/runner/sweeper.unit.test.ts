import type { Swept } from '@quorum/service-kit/ports/read-store.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, club, crew, edited, founded, groupDeleted } from '../testing/people.ts';
import { bulk, stopAll, World } from '../testing/world.ts';

afterEach(stopAll);

describe('the leader', () => {
  it('the leader sweeps leftovers of its predecessor and of its own removals, and tries again after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const world = new World();
      world.reads.removedAtOnce = 1;
      const answers: (Swept | Error)[] = ['documents', 'documents', 'nothing', 'generations', 'nothing'];
      world.reads.sweep = async () => {
        const answer = answers.shift() ?? 'nothing';
        if (answer instanceof Error) throw answer;
        return answer;
      };
      world.start();
      await vi.waitFor(() => expect(answers).toEqual([]));

      world.add(founded(club, ada), ...bulk(3));
      await world.settled();
      answers.push(new Error('no answer'), 'documents', 'nothing');
      world.add(groupDeleted(club));
      await world.settled();
      await vi.waitFor(() => expect(answers).toHaveLength(2));
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(() => expect(answers).toEqual([]));
    } finally {
      vi.useRealTimers();
    }
  });

  it('the leader sweeps what a commit of a rebuild leaves before the next commit', async () => {
    const world = new World();
    world.add(founded(club, ada), ...bulk(3), groupDeleted(club));
    const projections = world.start();
    await world.settled();
    world.reads.removedAtOnce = 1;
    let sweeps = 0;
    const sweep = world.reads.sweep.bind(world.reads);
    world.reads.sweep = async () => {
      sweeps += 1;
      return sweep();
    };
    await projections.rebuild(['chat']);
    expect(sweeps).toBeGreaterThan(1);
    expect(world.reads.snapshot().messages).toEqual({});
  });

  it('the leader lets no fold see what a removal left, so that a rebuild gives the same (CQRS-04)', async () => {
    const world = new World();
    const last = '00000000-0000-4000-8000-000000000002';
    world.add(founded(club, ada), ...bulk(3));
    const first = world.start();
    await world.settled();
    await world.stop(first);
    // This run has no message in its cache.
    world.start();
    world.add(founded(crew, ada));
    await world.settled();
    world.reads.removedAtOnce = 1;
    const sweep = world.reads.sweep.bind(world.reads);
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    world.reads.sweep = () => begun.then(sweep);

    world.add(groupDeleted(club));
    await world.settled();
    expect(await world.message(last)).toBeDefined();
    // A request in flight appended them after the deletion. The first would be cached, the second put the message back.
    world.add(edited(last, 'one'));
    await world.settled();
    begin();
    await vi.waitFor(() => expect(world.reads.snapshot().messages).toEqual({}));
    world.add(edited(last, 'two'));
    await world.settled();
    expect(world.reads.snapshot().messages).toEqual({});
  });
});
