import { afterEach, describe, expect, it, vi } from 'vitest';
import { chat } from '../../message/fold.ts';
import { sessions } from '../../session/fold.ts';
import { ada, answer, club, founded, hello, posted } from '../../testing/people.ts';
import { bulk, stopAll, World } from '../../testing/world.ts';
import { BUILDS, dropAbandonedUpgrades } from './generations.ts';

afterEach(stopAll);

describe('a new version of a model', () => {
  const upgraded = { ...chat, version: chat.version + 1 };
  const next = `${upgraded.version}-2`;
  const number = (index: number) => `00000000-0000-4000-8000-${String(500_000 + index).padStart(12, '0')}`;

  it('a new version of a model is built beside the running one, continues after a kill, and takes over at the end', async () => {
    const world = new World();
    world.add(founded(club, ada), ...bulk(6_500));
    const old = world.start('old', [chat, sessions]);
    await world.settled();
    const follow = world.events.follow.bind(world.events);
    const builtFrom: string[] = [];
    world.events.follow = (after, handle, options) => {
      builtFrom.push(after);
      return follow(after, handle, options);
    };
    let said = 0;
    /** Messages come in all the time, and are in the running models. */
    const say = async () => {
      const id = number(said);
      said += 1;
      world.add(posted(id));
      await vi.waitFor(async () => expect(await world.message(id)).toBeDefined());
    };

    for (let kill = 0; kill < 2; kill += 1) {
      let left = 1;
      const died = new Promise<void>((resolve) => {
        world.reads.beforeCommit = ({ models }) => {
          if (models[0]?.generation !== next) return;
          left -= 1;
          if (left >= 0) return;
          resolve();
          throw new Error('the process is killed');
        };
      });
      const killed = world.start(`new ${kill}`, [upgraded, sessions]);
      await died;
      await say();
      await world.stop(killed);
      await say();
      expect((await old.status()).leading).toBe(true);
      expect(world.reads.activeOf.get('chat')).toBe(`${chat.version}-1`);
    }
    world.reads.beforeCommit = () => {};
    const last = world.start('new', [upgraded, sessions]);
    await say();
    await vi.waitFor(() => expect(world.reads.activeOf.get('chat')).toBe(next));
    await say();
    expect((await last.status()).leading).toBe(true);
    expect(builtFrom.filter((position) => position === '')).toHaveLength(1);
    expect(Object.keys(world.reads.snapshot().messages ?? {})).toHaveLength(6_500 + said);
    expect(await last.verify()).toEqual([]);
  });

  /** Holds the build of the next generation before its first commit. */
  const heldBuild = (world: World) => {
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const begun = new Promise<void>((resolve) => {
      world.reads.beforeCommit = async ({ models }) => {
        if (models[0]?.generation !== next) return;
        resolve();
        await held;
      };
    });
    return { begun, release };
  };

  it('a new version of a model leaves the lead to a process that need not build first', async () => {
    const world = new World();
    world.add(posted(hello));
    const old = world.start('old', [chat, sessions]);
    await world.settled();
    const standby = world.start('standby', [chat, sessions]);
    const build = heldBuild(world);
    const builder = world.start('new', [upgraded, sessions]);
    await build.begun;
    expect(await builder.status()).toMatchObject({ leading: false, building: true });
    await world.stop(old);
    world.add(posted(answer));
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined(), 5_000);
    expect(await standby.status()).toMatchObject({ leading: true, building: false });
    build.release();
    await vi.waitFor(async () => expect(await builder.status()).toMatchObject({ leading: true, building: false }));
  });

  it('a new version of a model is run by the process that built it, and others of its version stand by', async () => {
    const world = new World();
    world.add(posted(hello));
    world.start('old', [chat, sessions]);
    await world.settled();
    const build = heldBuild(world);
    const builder = world.start('new 1', [upgraded, sessions]);
    await build.begun;
    const standby = world.start('new 2', [upgraded, sessions]);
    await vi.waitFor(async () => expect((await standby.status()).building).toBe(true));
    build.release();
    await vi.waitFor(async () => expect((await standby.status()).building).toBe(false));
    expect([await builder.status(), await standby.status()]).toMatchObject([{ leading: true }, { leading: false }]);
  });

  it('a new version of a model continues its build after an outage that ended the leader too, no matter which returns first', async () => {
    const world = new World();
    world.add(...bulk(2_500));
    const old = world.start('old', [chat, sessions]);
    await world.settled();
    let commits = 0;
    const begun = new Promise<void>((resolve) => {
      world.reads.beforeCommit = ({ models }) => {
        if (models[0]?.generation !== next) return;
        commits += 1;
        if (commits === 2) resolve();
        if (commits >= 2) throw new Error('the store is away');
      };
    });
    const builder = world.start('new', [upgraded, sessions]);
    await begun;
    await world.stop(builder);
    await world.stop(old);
    const again = world.start('old again', [chat, sessions]);
    await vi.waitFor(async () => expect((await again.status()).leading).toBe(true), 5_000);
    expect(world.reads.builds.has(`chat/${next}`)).toBe(true);
  });

  it('a new version of a model is dropped if no process continues it', async () => {
    const world = new World();
    const { reads } = world;
    const generation = { model: 'chat', generation: next, collections: chat.collections } as never;
    await reads.prepare(generation);
    const { signal } = new AbortController();
    await reads.lease(BUILDS, 'builder', 60_000);
    await dropAbandonedUpgrades(reads, [chat], signal, 0);
    expect(world.reads.builds.has(`chat/${next}`)).toBe(true);
    await reads.releaseLease(BUILDS, 'builder');
    await dropAbandonedUpgrades(reads, [chat], signal, 0);
    expect(world.reads.builds.has(`chat/${next}`)).toBe(false);
  });

  it('a new version of a model may be a new model', async () => {
    const world = new World();
    world.add(posted(hello));
    const old = world.start('old', [sessions]);
    await world.settled();
    const building = new Promise<void>((resolve) => {
      world.reads.beforeCommit = ({ models }) => {
        if (models[0]?.model === 'chat') resolve();
      };
    });
    const latest = world.start('new', [chat, sessions]);
    await building;
    expect((await old.status()).leading).toBe(true);
    await vi.waitFor(async () => expect((await latest.status()).leading).toBe(true));
    expect(await world.message(hello)).toBeDefined();
  });

  it('a new version of a model is not built past the running models, whose changes would be lost', async () => {
    const world = new World();
    world.add(posted(hello));
    const gate = world.gate();
    world.start('old', [chat, sessions]);
    await world.settled();
    gate.hold();
    const texts = bulk(5);
    world.add(...texts);
    world.start('new', [upgraded, sessions]);
    await vi.waitFor(() => expect(world.reads.activeOf.get('chat')).toBe(next));
    await vi.waitFor(() => expect(world.kinds()).toHaveLength(1 + texts.length));
  });

  it('a new version of a model goes back to the version before when a process of that version rebuilds it', async () => {
    const world = new World();
    world.add(posted(hello));
    const current = world.start('new', [upgraded, sessions]);
    await world.settled();
    await world.stop(current);
    const old = world.start('old', [chat, sessions]);
    await expect(old.verify()).rejects.toThrow('A newer version keeps chat');
    await expect(old.rebuild(['sessions'])).rejects.toThrow('A newer version keeps chat');
    await old.rebuild(['chat']);
    world.add(posted(answer));
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined());
    expect(world.reads.activeOf.get('chat')).toBe(`${chat.version}-2`);
  });

  it('a new version of a model is not replaced by a process of the version before', async () => {
    const world = new World();
    world.add(posted(hello));
    const current = world.start('new', [upgraded, sessions]);
    await world.settled();
    world.start('old', [chat, sessions]);
    await world.stop(current);
    world.add(posted(answer));
    const later = world.start('newer', [upgraded, sessions]);
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined());
    expect((await later.status()).leading).toBe(true);
    expect(world.reads.activeOf.get('chat')).toBe(`${upgraded.version}-1`);
  });
});
