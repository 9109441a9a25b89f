import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Change, ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it, vi } from 'vitest';
import type { Context } from '../reading/context.ts';
import { AudienceFeed } from './audience-feed.ts';
import type { Connection } from './connections/connection.ts';
import { delivery } from './deliver.ts';
import type { Frame } from './frames.ts';
import { Rooms } from './rooms.ts';

const USER = 'tom';
const GROUP = 'rowing';
const [own, group] = [userAudience(USER), groupAudience(GROUP)];
const data = { userId: USER, groupId: GROUP };
const change = (audience: string, sequence: number, kind: string): Change => ({
  audience,
  sequence,
  kind,
  position: String(sequence),
  data,
});

/** A gate that waits until the test opens it. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
};

const everyoneIsMember = {
  sequences: async (audiences: readonly string[]) => new Map(audiences.map((audience) => [audience, 0])),
  active: { getMany: async (_: string, ids: readonly string[]) => new Map(ids.map((id) => [id, { role: 'member' }])) },
} as unknown as ReadStore;

it('a late departure from before a return leaves the member in the group', async () => {
  const slowMembership = gate();
  const slowFrames = gate();
  let reads = 0;
  const store = {
    ...everyoneIsMember,
    active: {
      getMany: async (collection: string, ids: readonly string[]) => {
        reads += 1;
        // The second look-up belongs to the chat that is being opened.
        if (reads === 2) await slowMembership.opened;
        return everyoneIsMember.active.getMany(collection, ids);
      },
    },
  } as unknown as ReadStore;
  const failed = vi.fn();
  const shown: string[] = [];
  const feed: AudienceFeed<Frame> = new AudienceFeed(
    store,
    delivery({
      context: {} as Context,
      framesOf: async (changes) => {
        if (changes.some(({ kind }) => kind === 'memberLeft')) await slowFrames.opened;
        return changes.map(({ audience, sequence, kind }) => ({ audience, sequence, name: kind }) as unknown as Frame);
      },
      broadcast: (_, [name]) => void shown.push(name),
      rooms: () => rooms,
      recheck: async () => {},
      onFrame: () => {},
      failed,
    }),
    failed,
  );
  const rooms: Rooms = new Rooms(store, feed);
  const inRooms = new Set<string>();
  const connection = {
    data: { actor: { userId: USER }, held: new Map(), ready: true, closed: false },
    join: async (room: string) => void inRooms.add(room),
    leave: async (room: string) => void inRooms.delete(room),
  } as unknown as Connection;
  rooms.open(connection);
  await rooms.hold(connection, [own]);
  await rooms.enter(connection, [GROUP]);
  const openingChat = rooms.enter(connection, [GROUP]);

  feed.take([change(own, 1, 'groupLeft'), change(group, 1, 'memberLeft')]);
  await vi.waitFor(() => expect(shown).toEqual(['groupLeft']));
  feed.take([change(own, 2, 'groupJoined'), change(group, 2, 'memberJoined')]);
  await vi.waitFor(() => expect(shown).toEqual(['groupLeft', 'groupJoined']));
  slowMembership.open();
  await openingChat;
  expect([...inRooms]).toEqual([group]);
  slowFrames.open();
  await vi.waitFor(() => expect(shown).toContain('memberLeft'));
  await vi.waitFor(() => expect([...inRooms]).toEqual([group]));
  expect(failed).not.toHaveBeenCalled();
});
