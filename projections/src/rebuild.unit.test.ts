import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allModels } from './features.ts';
import { chat } from './message/fold.ts';
import type { Model } from './model.ts';
import { build } from './runner/builds/build.ts';
import { freshBuild } from './runner/builds/generations.ts';
import { generationOf } from './runner/builds/model-build.ts';
import { sessions } from './session/fold.ts';
import { accountDeleted, ada, answer, club, founded, happens, hello, posted } from './testing/people.ts';
import { bulk, chatAlone, stopAll, World } from './testing/world.ts';

afterEach(stopAll);

describe('a rebuild', () => {
  it('a rebuild produces the same documents, switches over and continues', async () => {
    const world = new World();
    world.add(founded(club, ada), ...bulk(50));
    const projections = world.start();
    await world.settled();
    const before = world.reads.snapshot();
    const progress: number[] = [];
    await projections.rebuild(undefined, { onProgress: ({ handled, total }) => progress.push(handled / total) });
    expect(progress.at(-1)).toBe(1);
    expect(world.reads.snapshot()).toEqual(before);
    expect([...world.reads.activeOf.values()]).toEqual(allModels.map(({ version }) => `${version}-2`));
    expect(world.reads.builds.size).toBe(allModels.length);
    const told = world.reads.changes.length;
    world.add(posted(hello));
    await world.settled();
    expect(await world.message(hello)).toBeDefined();
    expect(world.reads.changes).toHaveLength(told + 1);
  });

  it('a rebuild misses nothing that happens while it runs', async () => {
    const world = new World();
    world.add(...bulk(30));
    const projections = world.start();
    await world.settled();
    let more = 30;
    world.reads.beforeCommit = () => {
      if (more > 0) {
        more -= 1;
        world.add(posted(`${hello.slice(0, -4)}${String(more).padStart(4, '0')}`));
      }
    };
    await projections.rebuild(['chat']);
    await world.settled();
    expect(Object.keys(world.reads.snapshot().messages ?? {})).toHaveLength(60);
    expect(world.reads.changes.at(-1)?.sequence).toBe(60);
    expect(await projections.verify()).toEqual([]);
  });

  it('a rebuild leaves the running models unchanged if it is killed, and can be restarted', async () => {
    const world = new World();
    world.add(...bulk(30));
    const first = world.start();
    await world.settled();
    const before = world.reads.snapshot();
    const killed = await freshBuild(world.reads, chat);
    world.reads.beforeCommit = () => {
      throw new Error('killed');
    };
    await expect(build({ events: world.events, reads: world.reads, clock: systemClock }, [killed])).rejects.toThrow(
      'killed',
    );
    world.reads.beforeCommit = () => {};
    await world.stop(first);
    // An interrupted build left a document that no event explains.
    await world.reads.commit({
      models: [killed.generation],
      from: '',
      to: '000000000007',
      writes: [{ collection: 'messages', put: { id: 'stray' } }],
      changes: [],
    });
    expect(world.reads.snapshot()).toEqual(before);
    const again = world.start('two');
    await again.rebuild(['chat']);
    expect(world.reads.snapshot()).toEqual(before);
  });

  it('a rebuild runs automatically for a new version of a model, without publishing old changes again', async () => {
    const world = new World();
    world.add(...bulk(10));
    const first = world.start();
    await world.settled();
    await world.stop(first);
    const before = world.reads.snapshot();
    world.start(
      'two',
      allModels.map((model) => (model === chat ? { ...chat, version: chat.version + 1 } : model)),
    );
    await vi.waitFor(() => expect(world.reads.activeOf.get('chat')).toBe(`${chat.version + 1}-2`));
    expect(world.reads.snapshot()).toEqual(before);
    world.add(posted(hello));
    await world.settled();
    expect(world.reads.changes).toHaveLength(11);
  });

  it('a rebuild brings a new model up to the others', async () => {
    const world = new World();
    world.add(founded(club, ada), posted(hello));
    const first = world.start(
      'one',
      allModels.filter((model) => model !== chat),
    );
    await world.settled();
    await world.stop(first);
    world.start('two');
    await vi.waitFor(async () => expect(await world.message(hello)).toBeDefined());
    expect(world.kinds()).toEqual(['1 groupJoined', '1 newMessage']);
  });

  it('a rebuild repairs parked events whose cause is fixed', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(happens('GroupPreferencesChanged', { userId: ada, groupId: club, changes: { pinned: true } }));
    await world.settled();
    world.events.mend(bad.position, posted(hello));
    await projections.rebuild(['chat']);
    expect(await world.message(hello)).toBeDefined();
    expect(await world.reads.parked()).toEqual([]);
    // Changes that were held back are published now.
    expect(world.kinds()).toEqual(['1 groupPreferencesUpdated', '1 newMessage']);
  });

  it('a rebuild for a new version publishes once what that version could fold', async () => {
    const world = new World();
    const nope = () => {
      throw new Error('not in this version');
    };
    const faulty: Model = {
      ...chat,
      on: { ...chat.on, MessagePosted: [{ step: 'remove', collection: 'messages', id: nope }] },
    };
    world.add(
      posted(hello),
      happens('GroupPreferencesChanged', { userId: ada, groupId: club, changes: { pinned: true } }),
    );
    const first = world.start('one', [faulty, sessions]);
    await world.settled();
    expect(world.kinds()).toEqual(['1 groupPreferencesUpdated']);
    await world.stop(first);

    world.start('two', [{ ...chat, version: chat.version + 1 }, sessions]);

    await vi.waitFor(() => expect(world.kinds()).toEqual(['1 groupPreferencesUpdated', '1 newMessage']));
    expect(await world.reads.parked()).toEqual([]);
    expect(await world.message(hello)).toBeDefined();
  });
});

describe('interrupted builds (SAFE-01)', () => {
  const left = (world: World) => [...world.reads.builds.keys()].filter((key) => key.startsWith('chat/')).sort();
  const active = `chat/${chat.version}-1`;

  it.each(['rebuild', 'verify'] as const)('a %s that fails leaves nothing readable behind', async (job) => {
    const world = new World();
    world.add(posted(hello));
    const projections = world.start();
    await world.settled();
    let built = 0;
    world.reads.beforeCommit = () => {
      built = left(world).length;
      throw new Error('the disk is full');
    };
    await expect(projections[job](['chat'])).rejects.toThrow('the disk is full');
    expect(built).toBe(2);
    expect(left(world)).toEqual([active]);
  });

  it('interrupted builds that begin during the first catch-up are not dropped when it ends', async () => {
    const world = new World();
    world.add(posted(hello));
    const { prepare } = world.reads;
    let begin: () => void = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    world.reads.prepare = async (generation) => {
      await prepare.call(world.reads, generation);
      if (generation.generation.endsWith('-2')) begin();
    };
    // The catch-up ends only when the rebuild has its own generation.
    world.reads.beforeCommit = () => begun;
    await world.start().rebuild(['chat']);
    expect(await world.reads.activeGeneration('chat')).toBe(`${chat.version}-2`);
    expect(await world.message(hello)).toBeDefined();
  });

  it('interrupted builds do not pass a live run that is behind the log, so that no change is lost', async () => {
    const world = new World();
    world.add(posted(hello));
    const gate = world.gate();
    const projections = world.start();
    await world.settled();
    gate.hold();
    world.add(posted(answer));
    await projections.rebuild(['chat']);
    gate.release();
    await vi.waitFor(() => expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage']));
  });

  it('interrupted builds that fail during the switch-over leave only the active generations', async () => {
    const world = new World();
    world.add(posted(hello), founded(club, ada));
    const projections = world.start();
    await world.settled();
    const activate = world.reads.activate.bind(world.reads);
    world.reads.activate = async (generation) => {
      if (generation.model === 'groups') throw new Error('not now');
      await activate(generation);
    };
    await expect(projections.rebuild(['chat', 'groups'])).rejects.toThrow('not now');
    expect([...world.reads.builds.keys()].sort()).toEqual(
      [...world.reads.activeOf].map(([model, generation]) => `${model}/${generation}`).sort(),
    );
    expect(left(world)).toEqual([`chat/${chat.version}-2`]);
  });

  it('interrupted builds left by a killed process are dropped by the next leader', async () => {
    const world = new World();
    world.add(posted(hello));
    const first = world.start();
    await world.settled();
    await world.stop(first);
    for (const name of [`${chat.version}-2`, `${chat.version}-2-verify`, `${chat.version - 1}-7`]) {
      const killed = generationOf(chat, name);
      await world.reads.prepare(killed);
      await build({ events: world.events, reads: world.reads, clock: systemClock }, [
        { model: chat, generation: killed },
      ]);
    }
    expect(left(world)).toHaveLength(4);
    world.start('two');
    world.add(accountDeleted(ada));
    await world.settled();
    expect(left(world)).toEqual([active]);
  });

  it('interrupted builds of the same process are not dropped when the lease is taken again', async () => {
    const world = new World();
    world.add(...bulk(5));
    const projections = world.start();
    await world.settled();
    const seen: (readonly string[])[] = [];
    let fails = true;
    const renewed = new Promise<void>((resolve) => {
      world.reads.beforeCommit = async ({ models }) => {
        if (models.length > 1) {
          // The live run fails once and continues from its checkpoint.
          if (fails) {
            fails = false;
            throw new Error('broken pipe');
          }
          seen.push(left(world));
          resolve();
        } else {
          world.add(posted(hello));
          await renewed;
        }
      };
    });
    await expect(projections.rebuild(['chat'])).rejects.toThrow('has ended');
    expect(seen[0]).toEqual([active, `chat/${chat.version}-2`]);
    expect(left(world)).toEqual([active]);
  });
});
