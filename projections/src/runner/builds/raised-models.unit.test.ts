import { afterEach, describe, expect, it, vi } from 'vitest';
import { chat } from '../../message/fold.ts';
import { sessions } from '../../session/fold.ts';
import { ada, answer, club, founded, hello, posted } from '../../testing/people.ts';
import { bulk, stopAll, World } from '../../testing/world.ts';

afterEach(stopAll);

describe('a raised version of a model', () => {
  const raised = { ...chat, version: chat.version + 1 };
  const next = `${raised.version}-2`;
  const number = (index: number) => `00000000-0000-4000-8000-${String(500_000 + index).padStart(12, '0')}`;

  it('is built beside the running one, continues after a kill, and takes over at the end', async () => {
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
      const killed = world.start(`new ${kill}`, [raised, sessions]);
      await died;
      await say();
      await world.stop(killed);
      await say();
      expect((await old.status()).leading).toBe(true);
      expect(world.reads.activeOf.get('chat')).toBe(`${chat.version}-1`);
    }
    world.reads.beforeCommit = () => {};
    const last = world.start('new', [raised, sessions]);
    await say();
    await vi.waitFor(() => expect(world.reads.activeOf.get('chat')).toBe(next));
    await say();
    expect((await last.status()).leading).toBe(true);
    expect(builtFrom.filter((position) => position === '')).toHaveLength(1);
    expect(Object.keys(world.reads.snapshot().messages ?? {})).toHaveLength(6_500 + said);
    expect(await last.verify(['chat'])).toEqual([]);
  });

  it('is not replaced by a process of the version before', async () => {
    const world = new World();
    world.add(posted(hello));
    const current = world.start('new', [raised, sessions]);
    await world.settled();
    world.start('old', [chat, sessions]);
    await world.stop(current);
    world.add(posted(answer));
    const later = world.start('newer', [raised, sessions]);
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined());
    expect((await later.status()).leading).toBe(true);
    expect(world.reads.activeOf.get('chat')).toBe(`${raised.version}-1`);
  });
});
