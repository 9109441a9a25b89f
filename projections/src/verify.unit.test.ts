import { afterEach, describe, expect, it } from 'vitest';
import { allModels } from './features.ts';
import { chat } from './message/fold.ts';
import type { Model } from './model.ts';
import { ada, answer, club, happens, hello, posted } from './testing/people.ts';
import { chatAlone, stopAll, World } from './testing/world.ts';

afterEach(stopAll);

describe('verify', () => {
  it('verify finds no difference if an event is parked because its changes failed', async () => {
    const pins: Model = {
      ...chat,
      on: {
        ...chat.on,
        GroupPreferencesChanged: [
          { step: 'put', collection: 'media', reads: undefined, documents: () => [{ id: 'pin' }] as never },
        ],
      },
    };
    const world = new World();
    const projections = world.start('one', [pins]);
    const bad = world.events.add(`user-${ada}`, happens('GroupPreferencesChanged', undefined as never));
    world.add(posted(hello));
    await world.settled();

    expect(await projections.verify()).toEqual([]);
    await projections.rebuild();

    expect(await world.parked()).toMatchObject([{ model: 'chat', position: bad.position }]);
    expect(await world.reads.active.get('media', 'pin')).toBeUndefined();
    world.events.mend(
      bad.position,
      happens('GroupPreferencesChanged', { userId: ada, groupId: club, changes: { pinned: true } }),
    );
    expect(await projections.retryParked('chat')).toEqual({ folded: 1, stillParked: 0 });
    expect(await world.reads.active.get('media', 'pin')).toBeDefined();
    expect(world.kinds()).toEqual(['1 newMessage', '1 groupPreferencesUpdated']);
  });

  it('verify is not affected by events that an earlier run could not process', async () => {
    const world = new World();
    const projections = world.start('one', chatAlone);
    const bad = world.events.addUnreadable(`message-${hello}`, 'MessagePosted', 'broken payload');
    world.add(posted(answer));
    await world.settled();
    expect(await projections.verify()).toEqual([]);

    world.events.mend(bad.position, posted(hello));
    expect(await projections.retryParked('chat')).toEqual({ folded: 1, stillParked: 0 });

    expect(await world.message(hello)).toBeDefined();
    expect(await projections.verify()).toEqual([]);
  });

  it('verify names documents that differ from a rebuild, and leaves nothing behind', async () => {
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

  it('verify names the entries of the search index that its messages do not yield, and those that are missing (SEARCH-18)', async () => {
    const world = new World();
    world.add(posted(hello), posted(answer));
    const projections = world.start();
    await world.settled();
    const entries = world.reads.builds.get(`chat/${chat.version}-1`)?.documents.get('messageTerms');
    const [missing = ''] = entries?.keys() ?? [];
    entries?.delete(missing);
    entries?.set('stray', '{"id":"stray"}');
    expect(await projections.verify()).toMatchObject([
      { model: 'chat', collection: 'messageTerms', id: missing, active: undefined },
      { id: 'stray', rebuilt: undefined },
    ]);
  });
});
