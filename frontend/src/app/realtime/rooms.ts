import { groupAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Sequenced } from '@quorum/contracts/socket.ts';
import type { QuorumSocket } from './socket-port.ts';

/**
 * The groups that something on the screen follows. The server knows them per connection, so a new connection joins them again.
 * @param joined called with the sequence of a group that was entered.
 */
export const createRooms = (socket: QuorumSocket, joined: (at: Sequenced) => void) => {
  /** Number of followers per group. */
  const followers = new Map<string, number>();
  const enter = (groupId: string) =>
    socket.emit('joinGroup', groupId, ({ sequence }) => {
      if (sequence !== undefined) joined({ audience: groupAudience(groupId), sequence });
    });
  return {
    join: (groupId: string): void => {
      const count = (followers.get(groupId) ?? 0) + 1;
      followers.set(groupId, count);
      if (count === 1 && socket.connected) enter(groupId);
    },
    leave: (groupId: string): void => {
      const left = (followers.get(groupId) ?? 0) - 1;
      if (left > 0) followers.set(groupId, left);
      else if (followers.delete(groupId) && socket.connected) socket.emit('leaveGroup', groupId);
    },
    /** Asks to enter again, in case the server refused before it knew of the membership. */
    rejoin: (groupId: string): void => {
      if (followers.has(groupId)) enter(groupId);
    },
    rejoinAll: (): void => {
      for (const groupId of followers.keys()) enter(groupId);
    },
  };
};

export type Rooms = ReturnType<typeof createRooms>;
