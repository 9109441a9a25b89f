import { groupAudience } from '@quorum/contracts/socket.ts';
import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it, vi } from 'vitest';
import type { Context } from '../reading/context.ts';
import { AudienceFeed } from './audience-feed.ts';
import type { Connection } from './connections/connection.ts';
import { delivery } from './deliver.ts';
import type { Frame } from './frames.ts';
import type { Rooms } from './rooms.ts';

const GROUP = 'rowing';
const audience = groupAudience(GROUP);

const change = (sequence: number, kind: string): Change => ({
  audience,
  sequence,
  kind,
  position: String(sequence),
  data: { groupId: GROUP, userId: 'ada' },
});

/** @returns what is sent to the group and what becomes of its room, in order. */
const shown = async (changes: readonly Change[]): Promise<unknown[]> => {
  const log: unknown[] = [];
  const connection = {
    data: { ready: true, actor: { sessionId: 'phone' } },
    emit: (name: string) => void log.push(name),
    disconnect: () => void log.push('is closed'),
  } as unknown as Connection;
  const rooms = {
    connectionsOf: () => [connection],
    enter: async () => void log.push('enters'),
    leave: () => void log.push('leaves'),
    empty: () => void log.push('all leave'),
  } as unknown as Rooms;
  const store = { sequences: async () => new Map([[audience, 0]]) } as unknown as ReadStore;
  const failed = vi.fn();
  const feed = new AudienceFeed<Frame>(
    store,
    delivery({
      context: {} as Context,
      framesOf: async (batch) =>
        batch.map(({ sequence, kind }) => ({ audience, sequence, name: kind }) as unknown as Frame),
      broadcast: (_, [name]) => void log.push(name),
      rooms: () => rooms,
      recheck: async () => {},
      onFrame: () => {},
      failed,
    }),
    failed,
  );
  await feed.follow([audience]);
  feed.take(changes);
  await vi.waitFor(() => expect(feed.delivered(audience)).toBe(changes.length));
  await feed.inOrder(audience, async () => {});
  expect(failed).not.toHaveBeenCalled();
  return log;
};

it('changes that are committed together reach a group in order (CQRS-05)', async () => {
  const log = await shown([change(1, 'newMessage'), change(2, 'messageUpdated'), change(3, 'newMessage')]);
  expect(log).toEqual(['newMessage', 'messageUpdated', 'newMessage']);
});

it('a person who enters a group receives nothing from before (CQRS-05)', async () => {
  const log = await shown([change(1, 'newMessage'), change(2, 'memberJoined'), change(3, 'newMessage')]);
  expect(log).toEqual(['newMessage', 'enters', 'memberJoined', 'newMessage']);
});

it('a person who leaves a group receives everything before, and none of it again on return (CQRS-05)', async () => {
  const log = await shown([change(1, 'newMessage'), change(2, 'memberLeft'), change(3, 'newMessage')]);
  expect(log).toEqual(['newMessage', 'leaves', 'memberLeft', 'enters', 'newMessage']);
});

it('everyone receives the end of a group, and everything before, before leaving its room (CQRS-05)', async () => {
  const log = await shown([change(1, 'newMessage'), change(2, 'groupDeleted')]);
  expect(log).toEqual(['newMessage', 'groupDeleted', 'all leave']);
});

it('a person who is signed out receives everything before (CQRS-05)', async () => {
  const log = await shown([change(1, 'accountUpdated'), change(2, 'sessionEnded')]);
  expect(log).toEqual(['accountUpdated', 'sessionEnded', 'is closed']);
});
