import { groupAudience, sessionsAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { membershipsOf } from '../../group/membership.ts';
import type { Context } from '../../reading/context.ts';
import type { AudienceFeed } from '../audience-feed.ts';
import type { Frame } from '../frames.ts';
import type { Rooms } from '../rooms.ts';
import type { Connection } from './connection.ts';
import type { Recheck } from './recheck.ts';

type Parts = {
  readonly context: Context;
  readonly feed: AudienceFeed<Frame>;
  readonly rooms: Rooms;
  readonly recheck: Recheck;
};

/** Lets a connection into its rooms and sends it their sequences, between two changes of its person. */
export const welcoming =
  ({ context, feed, rooms, recheck }: Parts) =>
  async (connection: Connection): Promise<void> => {
    const { data } = connection;
    const { userId } = data.actor;
    const own = userAudience(userId);
    rooms.open(connection);
    await rooms.hold(connection, [own, sessionsAudience(userId)]);
    await feed.inOrder(own, async () => {
      // The session may have ended before its audience was followed.
      await recheck([connection]);
      const groupIds = (await membershipsOf(context, userId)).map(({ groupId }) => groupId);
      await rooms.enter(connection, groupIds, () => {
        if (data.closed) return;
        rooms.join(connection, own);
        const audiences = [own, ...groupIds.map(groupAudience)].filter((audience) => data.held.has(audience));
        const sequences = audiences.map((audience) => [audience, feed.delivered(audience) ?? 0] as const);
        data.ready = true;
        const { build } = context;
        const known = { userId, sequences: Object.fromEntries(sequences) };
        connection.emit('ready', build === undefined ? known : { ...known, build });
      });
    });
  };
