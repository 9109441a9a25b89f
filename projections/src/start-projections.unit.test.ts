import { systemClock } from '@quorum/contracts/ports/clock.ts';
import type { EventOf } from '@quorum/contracts/ports/event-store.ts';
import type { ParkedEvent } from '@quorum/contracts/ports/read-store.ts';
import { streamOf } from '@quorum/contracts/testing/projection-testing.ts';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allModels } from './models/all-models.ts';
import { chat } from './models/chat.ts';
import type { Model, Step } from './models/model.ts';
import { sessions } from './models/sessions.ts';
import { build } from './runner/build.ts';
import { freshBuild } from './runner/generations.ts';
import { generationOf } from './runner/model-build.ts';
import { type Projections, startProjections } from './start-projections.ts';
import { MemoryBus } from './testing/memory-bus.ts';
import { MemoryEventStore } from './testing/memory-event-store.ts';
import { MemoryReadStore } from './testing/memory-read-store.ts';
import {
  accountDeleted,
  ada,
  answer,
  ben,
  club,
  deletedMessage,
  edited,
  founded,
  happens,
  hello,
  joined,
  posted,
  reacted,
} from './testing/people.ts';

const running = new Set<Projections>();
afterEach(async () => {
  await Promise.all([...running].map((projections) => projections.stop()));
  running.clear();
});

class World {
  readonly events = new MemoryEventStore();
  readonly reads = new MemoryReadStore();
  readonly bus = new MemoryBus();
  log = pino({ level: process.env.LOG_LEVEL ?? 'silent' });

  start(holder = 'one', models: readonly Model[] = allModels): Projections {
    const { events, reads, bus, log } = this;
    const projections = startProjections({ events, reads, bus, clock: systemClock, log, holder, models });
    running.add(projections);
    return projections;
  }

  async stop(projections: Projections): Promise<void> {
    running.delete(projections);
    await projections.stop();
  }

  add(...happened: Parameters<typeof streamOf>[0][]): void {
    for (const event of happened) this.events.add(streamOf(event), event);
  }

  /** Everything in the log is in the read models and on the bus. */
  async settled(): Promise<void> {
    await vi.waitFor(() => {
      const head = this.events.events.at(-1)?.position;
      expect(this.reads.commits.at(-1)?.to).toBe(head);
      if (!this.bus.unavailable) expect(this.bus.published.at(-1)).toMatchObject({ position: head });
    }, 10_000);
  }

  message(id: string) {
    return this.reads.active.get('messages', id);
  }

  kinds(): readonly string[] {
    return this.reads.changes.map(({ kind, sequence }) => `${sequence} ${kind}`);
  }
}

const bulk = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    posted(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, { text: `see example.com/${index}` }),
  );

describe('following the log', () => {
  it('begins with the first event and goes on live', async () => {
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
      checkpoint: world.events.events[1]?.position,
      lagEvents: 0,
      lagSeconds: 0,
      caughtUp: true,
      parked: 0,
    });
  });

  it('publishes only what is committed', async () => {
    const world = new World();
    const seen: unknown[] = [];
    await world.bus.subscribe(() => seen.push(world.reads.changes.length));
    world.start();
    world.add(posted(hello));
    await world.settled();
    expect(seen).toEqual([1]);
  });

  it('tells of many changes in several notices, in order', async () => {
    const world = new World();
    let isFirst = true;
    world.reads.beforeCommit = async ({ changes }) => {
      // While this one takes its time, the others gather into one commit.
      if (isFirst && changes.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
      if (changes.length > 0) isFirst = false;
    };
    world.add(...bulk(2_500));
    world.start();
    await world.settled();
    const notices = world.bus.published.flatMap((message) => (message.kind === 'changes' ? [message.changes] : []));
    expect(Math.max(...world.reads.commits.map(({ changes }) => changes.length))).toBeGreaterThan(1_000);
    expect(Math.max(...notices.map((changes) => changes.length))).toBe(1_000);
    expect(notices.flat().map(({ sequence }) => sequence)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1));
  });

  it('a failed publish loses nothing that is stored', async () => {
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

  it('after a crash between commit and publish the change is stored once, and the numbers go on', async () => {
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

  it('goes on by itself after the read store or the log was away', async () => {
    const world = new World();
    world.start();
    world.add(founded(club, ada));
    await world.settled();
    world.reads.unavailable = true;
    world.add(joined(club, ben));
    await new Promise((resolve) => setTimeout(resolve, 50));
    world.reads.unavailable = false;
    await world.settled();
    world.events.unavailable = true;
    await new Promise((resolve) => setTimeout(resolve, 50));
    world.events.unavailable = false;
    world.add(posted(hello));
    await world.settled();
    expect(await world.reads.active.get('groups', club)).toMatchObject({ memberCount: 2 });
    expect(world.kinds()).toEqual(['1 groupJoined', '1 memberJoined', '1 groupJoined', '2 newMessage']);
  });

  it('commits the batch under way before it stops', async () => {
    const world = new World();
    let release = (): void => {};
    world.reads.beforeCommit = () => new Promise((resolve) => (release = resolve));
    const projections = world.start();
    world.add(posted(hello));
    await vi.waitFor(() => expect(world.reads.activeOf.size).toBe(allModels.length));
    await new Promise((resolve) => setTimeout(resolve, 20));
    const stopping = world.stop(projections);
    release();
    await stopping;
    expect(await world.message(hello)).toBeDefined();
    expect(world.bus.published).toHaveLength(1);
  });
});

describe('several instances', () => {
  it('only one writes, and another takes over', async () => {
    const world = new World();
    const one = world.start('one');
    world.add(posted(hello));
    await world.settled();
    const two = world.start('two');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect([(await one.status()).leading, (await two.status()).leading]).toEqual([true, false]);
    await world.stop(one);
    world.add(posted(answer));
    await world.settled();
    expect((await two.status()).leading).toBe(true);
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage']);
  });

  it('one that stops while it renews its lease leaves no lease behind that the others would have to wait out', async () => {
    const world = new World();
    const one = world.start('one');
    await vi.waitFor(async () => expect((await one.status()).leading).toBe(true));
    const { reads } = world;
    const lease = reads.lease.bind(reads);
    const renewal = new Promise<void>((begun) => {
      reads.lease = async (name, holder, ttl) => {
        if (name === 'projections') {
          begun();
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return lease(name, holder, ttl);
      };
    });
    await renewal;
    await world.stop(one);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await lease('projections', 'two', 1_000)).toBe(true);
  });

  it('one that lost its checkpoint to another steps back and starts from what is stored', async () => {
    const world = new World();
    world.start('one');
    world.add(founded(club, ada));
    await world.settled();
    // As if another runner had committed in between: all checkpoints are one event further than this one believes.
    const other = world.events.add(`group-${club}`, joined(club, ben));
    for (const generation of world.reads.builds.values()) generation.checkpoint = other.position;
    world.add(posted(hello));
    await world.settled();
    expect(world.kinds()).toContain('1 newMessage');
    expect(await world.reads.active.get('groups', club)).toMatchObject({ memberCount: 1 });
  });

  it('rebuilds from one that stands by', async () => {
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
  }, 15_000);
});

describe('CQRS-06 an event that cannot be processed', () => {
  const stuck = { model: 'chat', stream: `message-${hello}` };

  it('is parked with its reason, with what follows in its stream, while other streams go on', async () => {
    const world = new World();
    const projections = world.start();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(edited(hello, 'later'), posted(answer));
    await world.settled();
    expect(await world.message(answer)).toBeDefined();
    expect(await projections.parked()).toMatchObject([
      { ...stuck, position: bad.position, type: 'MessagePosted', reason: 'broken payload' },
      { ...stuck, type: 'MessageEdited', reason: `waits behind ${bad.position}` },
    ]);
    expect((await projections.status()).parked).toBe(2);
    expect(world.kinds()).toEqual(['1 newMessage']);
  });

  it('of unknown type is parked for the models that follow its stream', async () => {
    const world = new World();
    const projections = world.start();
    world.events.addUnreadable(`message-${hello}`, 'MessagePinned', 'unknown event type');
    world.add(posted(answer));
    await world.settled();
    expect(await projections.parked()).toMatchObject([{ ...stuck, type: 'MessagePinned' }]);
  });

  it('goes through with those behind it once it can be processed, and its changes go out then', async () => {
    const world = new World();
    const projections = world.start();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(edited(hello, 'later'), posted(answer));
    await world.settled();
    expect(await projections.retryParked('chat', bad.position)).toEqual({ folded: 0, stillParked: 2 });
    expect((await projections.parked())[0]).toMatchObject({ attempts: 1 });
    world.events.mend(bad.position, posted(hello));
    expect(await projections.retryParked('chat', bad.position)).toEqual({ folded: 2, stillParked: 0 });
    expect(await world.message(hello)).toMatchObject({ text: 'later', edited: true, order: bad.position });
    expect(await projections.parked()).toEqual([]);
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage', '3 messageUpdated']);
  });

  it('is tried again by itself, also after a restart', async () => {
    const world = new World();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const first = world.start();
    await world.settled();
    await world.stop(first);
    world.events.mend(bad.position, posted(hello));
    world.start('two');
    await vi.waitFor(async () => expect(await world.message(hello)).toBeDefined(), 5_000);
    expect(await world.reads.parked()).toEqual([]);
  });

  it('is given up only on demand', async () => {
    const world = new World();
    const projections = world.start();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessageEdited', 'broken payload');
    world.add(posted(hello));
    await world.settled();
    expect(await projections.dropParked('chat', 'elsewhere')).toBe(false);
    expect(await projections.dropParked('chat', bad.position)).toBe(true);
    expect(await projections.parked()).toEqual([]);
    expect(await world.message(hello)).toBeDefined();
  });

  it('is parked for the one model whose fold throws, which is left as it was', async () => {
    const failing: Model = {
      ...chat,
      on: {
        ...chat.on,
        MessageDeleted: [
          ...(chat.on.MessageDeleted ?? []),
          {
            step: 'put',
            collection: 'media',
            reads: undefined,
            documents: () => {
              throw new Error('not today');
            },
          },
        ],
      },
    };
    const models = allModels.map((model) => (model === chat ? failing : model));
    const world = new World();
    const projections = world.start('one', models);
    world.add(posted(hello), deletedMessage(hello), founded(club, ada));
    await world.settled();
    expect(await projections.parked()).toMatchObject([
      { ...stuck, reason: expect.stringMatching(/^Error at .*start-projections/) },
    ]);
    expect(await world.message(hello)).toMatchObject({ deleted: false });
    expect(await world.reads.active.get('groups', club)).toBeDefined();
  });
});

describe('CQRS-06 tries of parked events', () => {
  const park = (world: World, ...events: readonly ParkedEvent[]) =>
    world.reads.commit({ models: [], from: '', to: '', writes: [], changes: [], park: events });

  it('of one that has just been parked do not wait for one that failed often', async () => {
    const world = new World();
    world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const first = world.start();
    await world.settled();
    await world.stop(first);
    const [old] = await world.reads.parked();
    await park(world, { ...(old as ParkedEvent), attempts: 10, parkedAt: new Date().toISOString() });
    const projections = world.start('two');
    const bad = world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    expect(await projections.parked()).toHaveLength(2);
    world.events.mend(bad.position, posted(answer));
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined(), 4_000);
    expect(await projections.parked()).toMatchObject([{ stream: `message-${hello}`, attempts: 10 }]);
  });

  it('let live events through between two streams', async () => {
    const world = new World();
    const projections = world.start();
    world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    const order: string[] = [];
    world.reads.beforeCommit = async ({ changes, park = [] }) => {
      order.push(...changes.map(({ kind }) => kind), ...park.map(({ stream }) => stream));
      if (order.length > 1) return;
      world.add(posted(club));
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    expect(await projections.retryParked()).toEqual({ folded: 0, stillParked: 2 });
    expect(order).toEqual([`message-${hello}`, 'newMessage', `message-${answer}`]);
  });

  it('of one that the log no longer has give that as its reason, and the others go on', async () => {
    const world = new World();
    const projections = world.start();
    const gone = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const bad = world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    world.events.events[0] = { ...gone, id: 'another' };
    world.events.mend(bad.position, posted(answer));
    expect(await projections.retryParked()).toEqual({ folded: 1, stillParked: 1 });
    expect(await projections.parked()).toMatchObject([
      { position: gone.position, reason: 'is not in the log', attempts: 1 },
    ]);
    expect(await projections.dropParked('chat', gone.position)).toBe(true);
    expect(await projections.parked()).toEqual([]);
  });
});

describe('CQRS-06 an event for which a part of the program throws', () => {
  const nope = (): never => {
    throw new TypeError('not today');
  };
  const withStep = (step: Step<EventOf<'MessageDeleted'>>): readonly Model[] =>
    allModels.map((model) =>
      model === chat
        ? { ...chat, on: { ...chat.on, MessageDeleted: [...(chat.on.MessageDeleted ?? []), step] } }
        : model,
    );
  const same = <D>(document: D): D => document;
  const media = { collection: 'media' } as const;
  const one = { id: () => hello, where: () => ({ messageId: hello }) };
  const steps: readonly (readonly [string, Step<EventOf<'MessageDeleted'>>])[] = [
    ['the id of a fold', { ...media, step: 'fold', id: nope, reads: undefined, fold: () => null }],
    ['what a fold reads', { ...media, step: 'fold', id: one.id, reads: nope, fold: () => null }],
    ['what a put reads', { ...media, step: 'put', reads: nope, documents: () => [] }],
    ['the id of a removal', { ...media, step: 'remove', id: nope }],
    ['the condition of a removal', { ...media, step: 'removeWhere', where: nope }],
    ['the condition of a fold', { ...media, step: 'foldWhere', where: nope, fold: same }],
    [
      'the fold of what is found',
      { collection: 'messages', step: 'foldWhere', where: () => ({ id: hello }), fold: nope },
    ],
  ];

  it.each(steps)('%s: it is parked with its reason, and the others go on', async (_, step) => {
    const world = new World();
    const projections = world.start('one', withStep(step));
    world.add(posted(hello), deletedMessage(hello), edited(hello, 'later'), posted(answer), founded(club, ada));
    await world.settled();
    expect(await projections.parked()).toMatchObject([
      {
        model: 'chat',
        stream: `message-${hello}`,
        type: 'MessageDeleted',
        reason: expect.stringContaining('TypeError'),
      },
      { model: 'chat', type: 'MessageEdited', reason: expect.stringContaining('waits behind') },
    ]);
    expect(await world.message(hello)).toMatchObject({ deleted: false, edited: false });
    expect(await world.message(answer)).toBeDefined();
    expect(await world.reads.active.get('groups', club)).toBeDefined();
    expect(await projections.retryParked('chat')).toEqual({ folded: 0, stillParked: 2 });
  });

  it('a rule of its changes: it is parked for the models that fold it, and both go out once the rule works', async () => {
    const pins: Model = {
      ...chat,
      on: {
        ...chat.on,
        GroupPinned: [{ ...media, step: 'put', reads: undefined, documents: () => [{ id: 'pin' }] as never }],
      },
    };
    const world = new World();
    const projections = world.start('one', [pins]);
    const bad = world.events.add(`user-${ada}`, happens('GroupPinned', undefined as never));
    world.add(posted(hello));
    await world.settled();
    expect(await projections.parked()).toMatchObject([
      { model: 'chat', position: bad.position, type: 'GroupPinned', reason: expect.stringContaining('TypeError') },
    ]);
    expect(await world.reads.active.get('media', 'pin')).toBeUndefined();
    expect(world.kinds()).toEqual(['1 newMessage']);
    expect(await projections.retryParked('chat')).toEqual({ folded: 0, stillParked: 1 });
    world.events.mend(bad.position, happens('GroupPinned', { userId: ada, groupId: club }));
    expect(await projections.retryParked('chat')).toEqual({ folded: 1, stillParked: 0 });
    expect(await world.reads.active.get('media', 'pin')).toBeDefined();
    expect(world.kinds()).toEqual(['1 newMessage', '1 pinPreferencesUpdated']);
  });

  it.each(['MemberJoined', 'NameChanged', 'GroupPinned'] as const)(
    'a rule of the changes of %s, which no model folds: it waits with the first model',
    async (type) => {
      const world = new World();
      const projections = world.start(
        'one',
        [chat, sessions].map((model) => ({ ...model, on: { MessagePosted: model.on.MessagePosted ?? [] } })),
      );
      world.events.add('elsewhere-1', happens(type, undefined as never));
      world.add(posted(hello));
      await world.settled();
      expect(await projections.parked()).toMatchObject([{ model: 'chat', type }]);
      expect(world.kinds()).toEqual(['1 newMessage']);
    },
  );
});

describe('a rebuild', () => {
  it('gives the same documents, switches over and goes on', async () => {
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

  it('misses nothing that happens meanwhile', async () => {
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

  it('that is killed leaves the running models as they were, and can be started again', async () => {
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
    // Half a build lies about, with a document that no event accounts for.
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

  it('happens by itself when a model has a new version, without telling old changes again', async () => {
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
    await vi.waitFor(() => expect(world.reads.activeOf.get('chat')).toBe(`${chat.version + 1}-2`), 5_000);
    expect(world.reads.snapshot()).toEqual(before);
    world.add(posted(hello));
    await world.settled();
    expect(world.reads.changes).toHaveLength(11);
  });

  it('brings a model that is new to where the others are', async () => {
    const world = new World();
    world.add(founded(club, ada), posted(hello));
    const first = world.start(
      'one',
      allModels.filter((model) => model !== chat),
    );
    await world.settled();
    await world.stop(first);
    world.start('two');
    await vi.waitFor(async () => expect(await world.message(hello)).toBeDefined(), 5_000);
    expect(world.kinds()).toEqual(['1 groupJoined', '1 newMessage']);
  });

  it('mends parked events whose cause is gone', async () => {
    const world = new World();
    const projections = world.start();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(happens('GroupPinned', { userId: ada, groupId: club }));
    await world.settled();
    world.events.mend(bad.position, posted(hello));
    await projections.rebuild(['chat']);
    expect(await world.message(hello)).toBeDefined();
    expect(await world.reads.parked()).toEqual([]);
  });
});

describe('RUN-06 the log', () => {
  const secret = 'Meet me at the old mill';
  const quoting = (name: string): Error => Object.assign(new Error(`${secret} is not valid`), { name });

  it('names failures and where they happened, and quotes nothing of what they say', async () => {
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
    const projections = world.start('one', [failing]);
    world.add(posted(hello), edited(hello, secret));
    await world.settled();
    await vi.waitFor(() => expect(lines.join('')).toContain('BusError'));
    const [parked] = await projections.parked();
    expect(parked?.reason).toMatch(/^FoldError at /);
    const told = lines.join('');
    for (const name of ['FoldError', 'BusError', 'CommitError']) expect(told).toMatch(new RegExp(`${name} at `));
    expect(`${told} ${parked?.reason}`).not.toContain(secret);
  });
});

describe('SAFE-01 builds that were broken off', () => {
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

  it('a rebuild that fails while it switches over leaves what is active and nothing else', async () => {
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

  it('what a killed process has left is dropped by who takes the lead next', async () => {
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

  it('one that is under way in the same process is left alone when the lead is taken again', async () => {
    const world = new World();
    world.add(...bulk(5));
    const projections = world.start();
    await world.settled();
    const seen: (readonly string[])[] = [];
    let fails = true;
    const renewed = new Promise<void>((resolve) => {
      world.reads.beforeCommit = async ({ models }) => {
        if (models.length > 1) {
          // The live run: it fails once, and goes on from its checkpoint.
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

describe('verify', () => {
  it('names what differs from a rebuild, and leaves nothing behind', async () => {
    const world = new World();
    world.add(posted(hello), posted(answer));
    const projections = world.start();
    await world.settled();
    const documents = world.reads.builds.get(`chat/${chat.version}-1`)?.documents.get('messages');
    const original = documents?.get(hello) as string;
    const altered = original.replace('book', 'axe');
    documents?.set(hello, altered);
    documents?.delete(answer);
    documents?.set('stray', '{"id":"stray"}');
    expect(await projections.verify()).toMatchObject([
      { model: 'chat', collection: 'messages', id: hello, active: altered, rebuilt: original },
      { id: answer, active: undefined },
      { id: 'stray', active: '{"id":"stray"}', rebuilt: undefined },
    ]);
    expect(world.reads.builds.size).toBe(allModels.length);
  });
});
