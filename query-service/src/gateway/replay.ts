import type { Turns } from '@quorum/service-kit/turns.ts';
import type { Context } from '../application/context.ts';
import type { AudienceFeed } from './audience-feed.ts';
import { type Connection, emitFrame } from './connection.ts';
import { type Frame, framesOf } from './frames.ts';
import type { Rooms } from './rooms.ts';

/** Changes read at once. */
const PAGE = 200;
/** Who missed more loads everything anew: that is quicker for both sides. */
const MOST_REPLAYED = 2000;

export type ReplayParts = {
  readonly context: Context;
  readonly feed: AudienceFeed<Frame>;
  readonly rooms: Rooms;
  /** Pages that are read at once, of all connections together. */
  readonly turns: Turns;
};

/**
 * Shows one connection what it missed of an audience. Meanwhile it is out of the audience's room, so that everything comes
 * in order, and the others need not wait for it.
 * @returns the sequence reached.
 */
export const replay = (parts: ReplayParts, connection: Connection, audience: string, from: number): Promise<number> => {
  const held = connection.data.held.get(audience);
  if (held === undefined) return Promise.resolve(from);
  held.replay ??= catchUp(parts, connection, audience, from).finally(() => {
    held.replay = undefined;
  });
  return held.replay;
};

const catchUp = async (
  { context, feed, rooms, turns }: ReplayParts,
  connection: Connection,
  audience: string,
  from: number,
): Promise<number> => {
  const held = connection.data.held.get(audience);
  const startAnew = (sequence: number): number => {
    connection.emit('reload', { audience, sequence });
    rooms.join(connection, audience);
    return sequence;
  };
  void connection.leave(audience);
  try {
    for (let last = from; ; ) {
      // Who left the audience, or came back to it, has no use for the rest.
      if (connection.data.held.get(audience) !== held) return last;
      const delivered = feed.delivered(audience) ?? last;
      if (last >= delivered) {
        rooms.join(connection, audience);
        return last;
      }
      if (delivered - last > MOST_REPLAYED) return startAnew(delivered);
      const frames = await turns.take(async () => {
        const missed = await context.reads.changesAfter(audience, last, Math.min(PAGE, delivered - last));
        return missed === null ? null : framesOf(context, missed);
      });
      if (connection.data.held.get(audience) !== held) return last;
      if (frames === null || frames.length === 0) return startAnew(feed.delivered(audience) ?? delivered);
      for (const frame of frames) emitFrame(connection, frame);
      last = frames.at(-1)?.sequence ?? last;
    }
  } catch (error) {
    // What comes now leaves a gap that the client sees, and asks again.
    if (connection.data.held.get(audience) === held) rooms.join(connection, audience);
    throw error;
  }
};
