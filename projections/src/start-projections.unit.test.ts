import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chat } from './message/fold.ts';
import type { Model } from './model.ts';
import { ada, answer, ben, club, edited, founded, hello, joined, posted, reacted } from './testing/people.ts';
import { bulk, stopAll, World } from './testing/world.ts';

afterEach(stopAll);

/** What is asked of the chat's first generation, and after how many commits. */
const watchIndexes = (world: World) => {
  const { reads } = world;
  const done: string[] = [];
  let hold: Promise<void> | undefined;
  const isFirst = ({ model, generation }: ModelGeneration): boolean => model === 'chat' && generation.endsWith('-1');
  const note = (step: string): void => void done.push(`${step}, ${reads.commits.length} commits`);
  const [activate, prepare] = [reads.activate.bind(reads), reads.prepare.bind(reads)];
  reads.activate = async (generation: ModelGeneration, options: { indexesLater?: boolean } = {}) => {
    await activate(generation);
    if (isFirst(generation)) note(options.indexesLater === true ? 'activate without indexes' : 'activate');
  };
  reads.prepare = async (generation) => {
    await prepare(generation);
    if (!isFirst(generation)) return;
    note('prepare');
    if (reads.commits.length > 0) await hold;
  };
  /** Waits for the indexes to be begun, and keeps them from being finished. @returns a function that lets them be finished */
  const holdAfterCommit = async (): Promise<() => void> => {
    let finish = () => {};
    hold = new Promise((resolve) => {
      finish = resolve;
    });
    await vi.waitFor(() => expect(done).toContain('prepare, 1 commits'));
    return finish;
  };
  return { done, holdAfterCommit };
};

describe('following the log', () => {
  it('following the log starts with the first event and continues live', async () => {
    const world = new World();
    world.add(posted(hello, { text: 'hello' }));
    const projections = world.start();
    await world.settled();
    expect(await world.message(hello)).toMatchObject({ text: 'hello' });
    world.add(reacted(hello, ben, '🎉'));
    await world.settled();
    expect(world.bus.published.flatMap((message) => (message.kind === 'changes' ? message.changes : []))).toMatchObject(
      [
        { audience: `group-${club}`, sequence: 1, kind: 'newMessage' },
        { audience: `group-${club}`, sequence: 2, kind: 'messageReaction' },
      ],
    );
    expect(await projections.status()).toEqual({
      leading: true,
      building: false,
      checkpoint: world.events.events[1]?.position,
      lag: { unit: 'events', count: 0 },
      lagSeconds: 0,
      caughtUp: true,
      hadCaughtUp: true,
      parked: 0,
    });
  });

  it('following the log builds the indexes after its first catch-up, and each later run adds missing ones', async () => {
    const world = new World();
    world.add(posted(hello, { text: 'hello' }));
    const steps = watchIndexes(world);
    const first = world.start();
    await world.settled();
    const before = ['prepare, 0 commits', 'activate without indexes, 0 commits', 'prepare, 1 commits'];
    await vi.waitFor(() => expect(steps.done).toEqual(before));
    await world.stop(first);

    world.add(reacted(hello, ben, '🎉'));
    world.start('two');
    await vi.waitFor(() => expect(steps.done).toEqual([...before, 'prepare, 2 commits']));
  });

  it('following the log has not caught up before the indexes are built', async () => {
    const world = new World();
    world.add(posted(hello, { text: 'hello' }));
    const steps = watchIndexes(world);
    const projections = world.start();
    const finish = await steps.holdAfterCommit();
    const during = await projections.status();
    finish();
    expect(during).toMatchObject({ leading: true, caughtUp: false, hadCaughtUp: false });
    await vi.waitFor(async () =>
      expect(await projections.status()).toMatchObject({ caughtUp: true, hadCaughtUp: true }),
    );
  });

  it('following the log publishes only committed changes', async () => {
    const world = new World();
    const seen: unknown[] = [];
    await world.bus.subscribe(() => seen.push(world.reads.changes.length));
    world.start();
    world.add(posted(hello));
    await world.settled();
    expect(seen).toEqual([1]);
  });

  it('following the log publishes many changes in several bus messages, in order', async () => {
    const world = new World();
    let isFirst = true;
    world.reads.beforeCommit = async ({ changes }) => {
      // biome-ignore lint/plugin: while this one takes its time, the others gather into one commit
      if (isFirst && changes.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
      if (changes.length > 0) isFirst = false;
    };
    world.add(...bulk(2_500));
    world.start();
    await world.settled();
    const messages = world.bus.published.flatMap((message) => (message.kind === 'changes' ? [message.changes] : []));
    expect(Math.max(...world.reads.commits.map(({ changes }) => changes.length))).toBeGreaterThan(1_000);
    expect(Math.max(...messages.map((changes) => changes.length))).toBe(1_000);
    expect(messages.flat().map(({ sequence }) => sequence)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
  });

  it('following the log loses nothing stored when a publish fails', async () => {
    const world = new World();
    world.bus.unavailable = true;
    world.start();
    world.add(posted(hello));
    await world.settled();
    world.bus.unavailable = false;
    world.add(posted(answer));
    await world.settled();
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage']);
    expect(world.bus.published).toMatchObject([{ changes: [{ sequence: 2 }] }]);
  });

  it('following the log stores a change once and continues the numbers after a crash between commit and publish', async () => {
    const world = new World();
    const first = world.start();
    world.bus.unavailable = true;
    world.add(posted(hello));
    await world.settled();
    await world.stop(first);
    world.bus.unavailable = false;
    world.start('two');
    world.add(posted(answer));
    await world.settled();
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage']);
    expect(await world.reads.changesAfter(`group-${club}`, 0, 10)).toHaveLength(2);
  });

  it('following the log recovers after the read store or the log was unavailable', async () => {
    const world = new World();
    world.start();
    world.add(founded(club, ada));
    await world.settled();
    world.reads.unavailable = true;
    world.add(joined(club, ben));
    await vi.waitFor(() => expect(world.reads.refused).toBeGreaterThan(0));
    world.reads.unavailable = false;
    await world.settled();
    world.events.unavailable = true;
    await expect(world.events.readAll('', 1)).rejects.toThrow();
    world.events.unavailable = false;
    world.add(posted(hello));
    await world.settled();
    expect(await world.reads.active.get('groups', club)).toMatchObject({ memberCount: 2 });
    expect(world.kinds()).toEqual(['1 groupJoined', '1 memberJoined', '1 groupJoined', '2 chatNotice', '3 newMessage']);
  });

  it('following the log commits the current batch before it stops', async () => {
    const world = new World();
    let release = (): void => {};
    const committing = new Promise<void>((begun) => {
      world.reads.beforeCommit = () => {
        begun();
        return new Promise((resolve) => (release = resolve));
      };
    });
    const projections = world.start();
    world.add(posted(hello));
    await committing;
    const stopping = world.stop(projections);
    release();
    await stopping;
    expect(await world.message(hello)).toBeDefined();
    expect(world.bus.published).toHaveLength(1);
  });
});

describe('several instances', () => {
  it('several instances have one writer, which another one replaces', async () => {
    const world = new World();
    const one = world.start('one');
    world.add(posted(hello));
    await world.settled();
    const { reads } = world;
    const lease = reads.lease.bind(reads);
    const tried = new Promise((resolve) => {
      reads.lease = async (name, holder, ttl) => {
        const granted = await lease(name, holder, ttl);
        if (name === 'projections' && holder === 'two') resolve(granted);
        return granted;
      };
    });
    const two = world.start('two');
    expect(await tried).toBe(false);
    expect([(await one.status()).leading, (await two.status()).leading]).toEqual([true, false]);
    await world.stop(one);
    world.add(posted(answer));
    await world.settled();
    expect((await two.status()).leading).toBe(true);
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage']);
  });

  it('several instances leave no lease behind when one stops while renewing it', async () => {
    const world = new World();
    const one = world.start('one');
    await vi.waitFor(async () => expect((await one.status()).leading).toBe(true));
    const { reads } = world;
    const lease = reads.lease.bind(reads);
    let goOn = (): void => {};
    const mayGoOn = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    let renewed: Promise<boolean> | undefined;
    const renewing = new Promise<void>((begun) => {
      reads.lease = (name, holder, ttl) => {
        if (name !== 'projections') return lease(name, holder, ttl);
        begun();
        renewed ??= mayGoOn.then(() => lease(name, holder, ttl));
        return renewed;
      };
    });
    await renewing;
    const stopping = world.stop(one);
    goOn();
    await Promise.all([stopping, renewed]);
    expect(await lease('projections', 'two', 1_000)).toBe(true);
  });

  it('several instances step down when another one moved the checkpoint, and start from the stored state', async () => {
    const world = new World();
    world.start('one');
    world.add(founded(club, ada));
    await world.settled();
    // As if another runner had committed meanwhile: all checkpoints are one event ahead of what this one knows.
    const other = world.events.add(`group-${club}`, joined(club, ben));
    for (const generation of world.reads.builds.values()) generation.checkpoint = other.position;
    world.add(posted(hello));
    await world.settled();
    expect(world.kinds()).toContain('1 newMessage');
    expect(await world.reads.active.get('groups', club)).toMatchObject({ memberCount: 1 });
  });

  it('several instances can rebuild from a standby', async () => {
    const world = new World();
    world.add(...bulk(20));
    const one = world.start('one');
    await world.settled();
    const two = world.start('support');
    await two.rebuild(['chat']);
    expect(world.reads.activeOf.get('chat')).toBe(`${chat.version}-2`);
    await world.stop(two);
    world.add(posted(hello));
    await world.settled();
    expect((await one.status()).leading).toBe(true);
    expect(await world.message(hello)).toBeDefined();
  });
});

describe("the program's log (RUN-06)", () => {
  const secret = 'Meet me at the old mill';
  const quoting = (name: string): Error => Object.assign(new Error(`${secret} is not valid`), { name });

  it("the program's log names failures and their location without quoting them", async () => {
    const failing: Model = {
      ...chat,
      on: {
        ...chat.on,
        MessageEdited: [
          {
            step: 'remove',
            collection: 'messages',
            id: () => {
              throw quoting('FoldError');
            },
          },
        ],
      },
    };
    const world = new World();
    const lines: string[] = [];
    world.log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    world.bus.unavailable = true;
    world.bus.publish = async () => {
      throw quoting('BusError');
    };
    let commits = 0;
    world.reads.beforeCommit = () => {
      commits += 1;
      if (commits === 1) throw quoting('CommitError');
    };
    world.start('one', [failing]);
    world.add(posted(hello), edited(hello, secret));
    await world.settled();
    await vi.waitFor(() => expect(lines.join('')).toContain('BusError'));
    const [parked] = await world.parked();
    expect(parked?.reason).toMatch(/^FoldError at /);
    const told = lines.join('');
    for (const name of ['FoldError', 'BusError', 'CommitError']) expect(told).toMatch(new RegExp(`${name} at `));
    expect(`${told} ${parked?.reason}`).not.toContain(secret);
  });
});
