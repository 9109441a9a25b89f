import { afterEach, describe, expect, it, vi } from 'vitest';
import { ada, club, founded, groupDeleted } from '../testing/people.ts';
import { bulk, stopAll, World } from '../testing/world.ts';

afterEach(stopAll);

describe('the leader', () => {
  it('sweeps leftovers of its predecessor and of its own removals, and tries again after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const world = new World();
      const answers: (boolean | Error)[] = [true, true, false];
      world.reads.sweep = async () => {
        const answer = answers.shift() ?? false;
        if (answer instanceof Error) throw answer;
        return answer;
      };
      world.start();
      await vi.waitFor(() => expect(answers).toEqual([]));

      world.add(founded(club, ada), ...bulk(3));
      await world.settled();
      answers.push(new Error('no answer'), true, false);
      world.add(groupDeleted(club));
      await world.settled();
      await vi.waitFor(() => expect(answers).toHaveLength(2));
      await vi.advanceTimersByTimeAsync(5_000);
      await vi.waitFor(() => expect(answers).toEqual([]));
    } finally {
      vi.useRealTimers();
    }
  });

  it('finishes a rebuild when nothing is left to sweep', async () => {
    const world = new World();
    world.add(founded(club, ada), ...bulk(3));
    const projections = world.start();
    await world.settled();
    let left = 5;
    world.reads.sweep = async () => {
      left -= 1;
      return left > 0;
    };
    await projections.rebuild(['chat']);
    expect(left).toBeLessThanOrEqual(0);
  });
});
