import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { ParkedEvent } from '@quorum/service-kit/ports/parked-events.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allModels } from './features.ts';
import { chat } from './message/fold.ts';
import type { Model, Step } from './model.ts';
import { sessions } from './session/fold.ts';
import { ada, answer, club, deletedMessage, edited, founded, happens, hello, posted } from './testing/people.ts';
import { chatAlone, stopAll, World } from './testing/world.ts';

afterEach(stopAll);

describe('an event that cannot be processed (CQRS-06)', () => {
  const stuck = { model: 'chat', stream: `message-${hello}` };

  it('an event that cannot be processed is parked with its reason and the rest of its stream, while other streams continue', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(edited(hello, 'later'), posted(answer));
    await world.settled();
    expect(await world.message(answer)).toBeDefined();
    expect(await world.parked()).toMatchObject([
      { ...stuck, position: bad.position, type: 'MessagePosted', reason: 'broken payload' },
      { ...stuck, type: 'MessageEdited', reason: `waits behind ${bad.position}` },
    ]);
    expect((await projections.status()).parked).toBe(2);
    expect(world.kinds()).toEqual(['1 newMessage']);
  });

  it('an event of unknown type is parked for the models that follow its stream', async () => {
    const world = new World();
    world.start();
    world.events.addUnreadable(`message-${hello}`, 'MessageTranslated', 'unknown event type');
    world.add(posted(answer));
    await world.settled();
    const parked = await world.parked();
    expect(parked.map(({ model }) => model).sort()).toEqual(['audit', 'calendar', 'chat', 'reports']);
    for (const event of parked) expect(event).toMatchObject({ stream: stuck.stream, type: 'MessageTranslated' });
  });

  it('an event that cannot be processed succeeds with those behind it once it can be processed, and its changes are published then', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(edited(hello, 'later'), posted(answer));
    await world.settled();
    expect(await projections.retryParked('chat', bad.position)).toEqual({ folded: 0, stillParked: 2 });
    expect((await world.parked())[0]).toMatchObject({ attempts: 1 });
    world.events.mend(bad.position, posted(hello));
    expect(await projections.retryParked('chat', bad.position)).toEqual({ folded: 2, stillParked: 0 });
    expect(await world.message(hello)).toMatchObject({ text: 'later', edited: true, order: bad.position });
    expect(await world.parked()).toEqual([]);
    expect(world.kinds()).toEqual(['1 newMessage', '2 newMessage', '3 messageUpdated']);
  });

  it('an event that cannot be processed is retried automatically, even after a restart', async () => {
    const world = new World();
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const first = world.start('one', chatAlone);
    await world.settled();
    await world.stop(first);
    world.events.mend(bad.position, posted(hello));
    world.start('two', chatAlone);
    await vi.waitFor(async () => expect(await world.message(hello)).toBeDefined());
    expect(await world.reads.parked()).toEqual([]);
  });

  it('an event that cannot be processed is discarded only on demand', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessageEdited', 'broken payload');
    world.add(posted(hello));
    await world.settled();
    expect(await projections.dropParked('chat', 'elsewhere')).toBe(false);
    expect(await projections.dropParked('chat', bad.position)).toBe(true);
    expect(await world.parked()).toEqual([]);
    expect(await world.message(hello)).toBeDefined();
  });

  it('an event that cannot be processed is published when it is discarded for the last model that held it back', async () => {
    const failing: Model = {
      name: 'audit',
      version: 1,
      collections: ['audit'],
      on: {
        MessagePosted: [
          {
            step: 'put',
            collection: 'audit',
            reads: undefined,
            documents: () => {
              throw new Error('not today');
            },
          },
        ],
      },
    };
    const world = new World();
    const projections = world.start('one', [chat, failing]);
    world.add(posted(hello));
    await world.settled();
    expect(await world.message(hello)).toBeDefined();
    expect(world.kinds()).toEqual([]);
    const [bad] = await world.parked();
    expect(await projections.dropParked('audit', bad?.position ?? '')).toBe(true);
    expect(world.kinds()).toEqual(['1 newMessage']);
  });

  it('an event that cannot be processed is parked only for the model whose fold throws, which is left unchanged', async () => {
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
    world.start('one', models);
    world.add(posted(hello), deletedMessage(hello), founded(club, ada));
    await world.settled();
    expect(await world.parked()).toMatchObject([
      { ...stuck, reason: expect.stringMatching(/^Error at .*parked-events/) },
    ]);
    expect(await world.message(hello)).toMatchObject({ deleted: false });
    expect(await world.reads.active.get('groups', club)).toBeDefined();
  });
});

describe('retries of parked events (CQRS-06)', () => {
  const park = (world: World, ...events: readonly ParkedEvent[]) =>
    world.reads.commit({ models: [], from: '', to: '', writes: [], changes: [], park: events });

  it('retries of parked events reach a newly parked one without waiting for one that failed often', async () => {
    const world = new World();
    world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const first = world.start('one', chatAlone);
    await world.settled();
    await world.stop(first);
    const [old] = await world.reads.parked();
    await park(world, { ...(old as ParkedEvent), attempts: 10, parkedAt: new Date().toISOString() });
    world.start('two', chatAlone);
    const bad = world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    expect(await world.parked()).toHaveLength(2);
    world.events.mend(bad.position, posted(answer));
    await vi.waitFor(async () => expect(await world.message(answer)).toBeDefined());
    expect(await world.parked()).toMatchObject([{ stream: `message-${hello}`, attempts: 10 }]);
  });

  it('retries of parked events let live events through between two streams', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    const order: string[] = [];
    world.reads.beforeCommit = async ({ changes, park = [] }) => {
      order.push(...changes.map(({ kind }) => kind), ...park.map(({ stream }) => stream));
      if (order.length > 1) return;
      world.add(posted(club));
      // biome-ignore lint/plugin: a slow commit, beside which a live event comes in
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    expect(await projections.retryParked()).toEqual({ folded: 0, stillParked: 2 });
    expect(order).toEqual([`message-${hello}`, 'newMessage', `message-${answer}`]);
  });

  it('retries of parked events report an event that is missing from the log, and continue with the others', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const gone = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    const bad = world.events.addUnreadable(`message-${answer}`, 'MessagePosted', 'broken payload');
    await world.settled();
    world.events.events[0] = { ...gone, id: 'another' };
    world.events.mend(bad.position, posted(answer));
    expect(await projections.retryParked()).toEqual({ folded: 1, stillParked: 1 });
    expect(await world.parked()).toMatchObject([{ position: gone.position, reason: 'is not in the log', attempts: 1 }]);
    expect(await projections.dropParked('chat', gone.position)).toBe(true);
    expect(await world.parked()).toEqual([]);
  });
});

describe('an event for which part of the program throws (CQRS-06)', () => {
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

  it.each(steps)(
    'an event for which part of the program throws is parked with its reason, and the others continue: %s',
    async (_, step) => {
      const world = new World();
      const projections = world.start('one', withStep(step));
      world.add(posted(hello), deletedMessage(hello), edited(hello, 'later'), posted(answer), founded(club, ada));
      await world.settled();
      expect(await world.parked()).toMatchObject([
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
    },
  );

  it('an event whose rule for changes throws is parked for the models that fold it, and both go out once the rule works', async () => {
    const pins: Model = {
      ...chat,
      on: {
        ...chat.on,
        GroupPreferencesChanged: [
          { ...media, step: 'put', reads: undefined, documents: () => [{ id: 'pin' }] as never },
        ],
      },
    };
    const world = new World();
    const projections = world.start('one', [pins]);
    const bad = world.events.add(`user-${ada}`, happens('GroupPreferencesChanged', undefined as never));
    world.add(posted(hello));
    await world.settled();
    expect(await world.parked()).toMatchObject([
      {
        model: 'chat',
        position: bad.position,
        type: 'GroupPreferencesChanged',
        reason: expect.stringContaining('TypeError'),
      },
    ]);
    expect(await world.reads.active.get('media', 'pin')).toBeUndefined();
    expect(world.kinds()).toEqual(['1 newMessage']);
    expect(await projections.retryParked('chat')).toEqual({ folded: 0, stillParked: 1 });
    world.events.mend(
      bad.position,
      happens('GroupPreferencesChanged', { userId: ada, groupId: club, changes: { pinned: true } }),
    );
    expect(await projections.retryParked('chat')).toEqual({ folded: 1, stillParked: 0 });
    expect(await world.reads.active.get('media', 'pin')).toBeDefined();
    expect(world.kinds()).toEqual(['1 newMessage', '1 groupPreferencesUpdated']);
  });

  it.each(['MemberJoined', 'NameChanged', 'GroupPreferencesChanged'] as const)(
    'an event for which part of the program throws waits with the first model if a rule of the changes of %s throws, which no model folds',
    async (type) => {
      const world = new World();
      world.start(
        'one',
        [chat, sessions].map((model) => ({ ...model, on: { MessagePosted: (model as Model).on.MessagePosted ?? [] } })),
      );
      world.events.add('elsewhere-1', happens(type, undefined as never));
      world.add(posted(hello));
      await world.settled();
      expect(await world.parked()).toMatchObject([{ model: 'chat', type }]);
      expect(world.kinds()).toEqual(['1 newMessage']);
    },
  );
});
