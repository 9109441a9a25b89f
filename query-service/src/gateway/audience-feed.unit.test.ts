import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AudienceFeed } from './audience-feed.ts';

const change = (sequence: number, audience = 'group-1'): Change => ({
  audience,
  sequence,
  kind: 'newMessage',
  position: String(sequence),
  data: {},
});
/** Everything here only awaits promises, which settle by the next turn of the event loop. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the feed of an audience', () => {
  let stored: Change[];
  let forgottenUpTo: number;
  let shown: number[];
  let reloads: number[];
  let errors: unknown[];
  let failing: boolean;
  /** How many audiences each call asked for. */
  let asked: number[];
  let feed: AudienceFeed<number>;

  /** Stores changes, as a commit does before the bus carries them. */
  const store = (...sequences: number[]): Change[] => {
    const added = sequences.map((sequence) => change(sequence));
    stored.push(...added);
    return added;
  };

  beforeEach(() => {
    [stored, shown, reloads, errors, asked, forgottenUpTo, failing] = [[], [], [], [], [], 0, false];
    const last = (audience: string) =>
      Math.max(0, ...stored.filter((each) => each.audience === audience).map((each) => each.sequence));
    const reads = {
      sequence: async (audience: string) => last(audience),
      sequences: async (audiences: readonly string[]) => {
        asked.push(audiences.length);
        return new Map(audiences.map((audience) => [audience, last(audience)]));
      },
      changesAfter: async (audience: string, sequence: number, limit: number) =>
        sequence < forgottenUpTo
          ? null
          : stored.filter((each) => each.audience === audience && each.sequence > sequence).slice(0, limit),
    } as unknown as ReadStore;
    feed = new AudienceFeed<number>(
      reads,
      {
        prepare: async (changes) => {
          if (failing) throw new Error('out of reach');
          return changes.map(({ sequence }) => sequence);
        },
        before: () => undefined,
        show: (_, sequence) => void shown.push(sequence),
        reload: async (_, sequence) => {
          if (failing) throw new Error('out of reach');
          reloads.push(sequence);
        },
      },
      (error) => errors.push(error),
    );
  });

  it('the feed of an audience starts where the audience was when it was first followed', async () => {
    store(1, 2, 3);
    await feed.follow(['group-1']);
    expect(feed.delivered('group-1')).toBe(3);
    feed.take(store(4));
    await settled();
    expect(shown).toEqual([4]);
  });

  it('the feed of an audience delivers nothing twice, no matter what the bus repeats', async () => {
    await feed.follow(['group-1']);
    const some = store(1, 2);
    feed.take(some);
    feed.take(some);
    feed.take([...some, ...store(3)]);
    await settled();
    expect(shown).toEqual([1, 2, 3]);
  });

  it('the feed of an audience fills gaps before and within what the bus delivers', async () => {
    await feed.follow(['group-1']);
    const all = store(1, 2, 3, 4, 5);
    feed.take([all[1], all[3]] as Change[]);
    await settled();
    expect(shown).toEqual([1, 2, 3, 4, 5]);
  });

  it('the feed of an audience misses nothing that arrives while it starts following', async () => {
    const following = feed.follow(['group-1']);
    feed.take(store(1));
    await following;
    feed.take(store(2));
    await settled();
    expect([feed.delivered('group-1'), shown.at(-1)]).toEqual([2, 2]);
    expect(shown).toEqual(shown.includes(1) ? [1, 2] : [2]);
  });

  it('the feed of an audience delivers an earlier failed change with the next one', async () => {
    await feed.follow(['group-1']);
    failing = true;
    feed.take(store(1));
    await settled();
    expect([shown, errors.length]).toEqual([[], 1]);
    failing = false;
    feed.take(store(2));
    await settled();
    expect(shown).toEqual([1, 2]);
  });

  it('the feed of an audience delivers a failed change after some seconds, even if none follows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await feed.follow(['group-1']);
    failing = true;
    feed.take(store(1));
    await settled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([shown, errors.length]).toEqual([[], 2]);
    failing = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(shown).toEqual([1]);
  });

  it('a reconciled feed of an audience finds changes that the bus lost', async () => {
    await feed.follow(['group-1']);
    store(1, 2);
    await feed.reconcile();
    await settled();
    expect(shown).toEqual([1, 2]);
  });

  it('reconciling feeds compares audiences in pages with pauses between them, and no further once nobody follows any', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const many = Array.from({ length: 1_600 }, (_, n) => `group-${n}`);
    await feed.follow(many);
    asked = [];
    const compared = feed.reconcile(500);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([500]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([500, 500, 500]);
    feed.release(many);
    await vi.advanceTimersByTimeAsync(500);
    await compared;
    expect(asked).toEqual([500, 500, 500]);
  });

  it('the feed of an audience asks for a reload if the changes are no longer stored', async () => {
    await feed.follow(['group-1']);
    store(1, 2, 3);
    forgottenUpTo = 2;
    feed.take([change(3)]);
    await settled();
    expect([shown, reloads]).toEqual([[], [3]]);
    feed.take(store(4));
    await settled();
    expect(shown).toEqual([4]);
  });

  it('the feed of an audience asks for the reload again if that failed, before it delivers anything else', async () => {
    await feed.follow(['group-1']);
    store(1, 2, 3);
    forgottenUpTo = 2;
    failing = true;
    feed.take([change(3)]);
    await settled();
    expect([shown, reloads, errors.length]).toEqual([[], [], 1]);
    failing = false;
    await feed.reconcile();
    await settled();
    expect([shown, reloads]).toEqual([[], [3]]);
    feed.take(store(4));
    await settled();
    expect(shown).toEqual([4]);
  });

  it('the feed of an audience runs work between two changes, and reports its failure to the caller', async () => {
    await feed.follow(['group-1']);
    feed.take(store(1));
    await feed.inOrder('group-1', async () => {
      expect(shown).toEqual([1]);
      feed.take(store(2));
      await settled();
      expect(shown).toEqual([1]);
    });
    await expect(feed.inOrder('group-1', async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await settled();
    expect(shown).toEqual([1, 2]);
  });

  it('an audience is forgotten with its last follower', async () => {
    await feed.follow(['group-1', 'user-1']);
    await feed.follow(['group-1']);
    feed.release(['group-1', 'user-1']);
    expect([feed.size, feed.delivered('user-1')]).toEqual([1, undefined]);
    feed.take(store(1));
    feed.release(['group-1']);
    await settled();
    expect([feed.size, shown]).toEqual([0, []]);
  });
});
