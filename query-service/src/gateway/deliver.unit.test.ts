import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it, vi } from 'vitest';
import type { Context } from '../reading/context.ts';
import { AudienceFeed } from './audience-feed.ts';
import type { Connection } from './connections/connection.ts';
import { rechecking } from './connections/recheck.ts';
import { delivery } from './deliver.ts';
import type { Frame } from './frames.ts';
import type { Rooms } from './rooms.ts';

const GROUP = 'rowing';
const audience = groupAudience(GROUP);

const change = (sequence: number, kind: string, data: Change['data'] = {}): Change => ({
  audience,
  sequence,
  kind,
  position: String(sequence),
  data: { groupId: GROUP, userId: 'ada', ...data },
});

/**
 * @param isRunning whether the read models show the session as running.
 * @returns what is sent to the group and what becomes of its room, in order.
 */
const shown = async (changes: readonly Change[], isRunning = false): Promise<unknown[]> => {
  const log: unknown[] = [];
  const connection = {
    data: { ready: true, actor: { sessionId: 'phone' }, token: 'token' },
    emit: (name: string, { reason }: { readonly reason: string }) => void log.push(`${name}: ${reason}`),
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
      recheck: rechecking(
        { clock: { now: () => 0 }, reads: { active: { getMany: async () => new Map() } } } as unknown as Context,
        async () => (isRunning ? { userId: 'ada', sessionId: 'phone', profileComplete: true } : undefined),
      ),
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
  const revoked = change(2, 'sessionEnded', { reason: 'revoked' });
  const log = await shown([change(1, 'accountUpdated'), revoked]);
  await expect.poll(() => log).toEqual(['accountUpdated', 'sessionEnded: revoked', 'is closed']);
});

it('the end of one session closes its connection, and no other (SAFE-09)', async () => {
  const ended = (sessionId: string) => shown([change(1, 'sessionEnded', { sessionId, reason: 'logout' })], true);
  expect(await ended('phone')).toEqual(['sessionEnded: logout', 'is closed']);
  expect(await ended('laptop')).toEqual([]);
});

it('the end of all other sessions spares one that began after it, however late it is heard of (SAFE-09)', async () => {
  expect(await shown([change(1, 'sessionEnded', { reason: 'revoked' })], true)).toEqual([]);
});
