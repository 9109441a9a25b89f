import { setImmediate, setTimeout } from 'node:timers/promises';
import { sessionsAudience } from '@quorum/contracts/kernel/audiences.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import type { Semaphore } from '@quorum/service-kit/semaphore.ts';
import type { Context } from '../reading/context.ts';
import type { AudienceFeed } from './audience-feed.ts';
import { type Connection, emitFrame } from './connections/connection.ts';
import { drained, queuedLength } from './connections/engine-guard.ts';
import type { Frame, FramesOf } from './frames.ts';
import type { Rooms } from './rooms.ts';

/** Changes read at once. */
const PAGE_SIZE = 25;
/** Characters that may wait for one connection before more is sent to it. */
const MAX_QUEUED = 131_072;
/** Milliseconds between two looks at an allowance that is spent. */
const ALLOWANCE_POLL_MS = 250;
/** A client that missed more reloads everything, which is quicker for both sides. */
const MAX_REPLAYED = 2000;

export type ReplayParts = {
  readonly context: Context;
  readonly framesOf: FramesOf;
  readonly feed: AudienceFeed<Frame>;
  readonly rooms: Rooms;
  /** Pages read concurrently, for all connections together. */
  readonly semaphore: Semaphore;
  /** Pays for what is sent again. */
  readonly allowance: Allowance;
};

/**
 * Sends one connection what it missed of an audience. Meanwhile the connection is out of the audience's room, so that frames stay
 * in order and the others need not wait.
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

/** One page of the frames after a sequence; none if some are no longer stored. */
const missedFrames = (
  { context, framesOf, semaphore, allowance }: ReplayParts,
  { connection, audience }: Listening,
  last: number,
  count: number,
): Promise<readonly Frame[]> =>
  semaphore.run(async () => {
    // Lets other work in between two pages.
    await setImmediate();
    return allowance.measure(connection.data.actor.userId, async () => {
      const missed = await context.reads.changesAfter(audience, last, count);
      return missed === null ? [] : framesOf(missed);
    });
  });

const catchUp = async (parts: ReplayParts, connection: Connection, audience: string, from: number): Promise<number> => {
  const held = connection.data.held.get(audience);
  const isHeld = (): boolean => connection.data.held.get(audience) === held;
  const join = (sequence: number): number => {
    parts.rooms.join(connection, audience);
    return sequence;
  };
  const startAgain = (sequence: number): number => {
    connection.emit('reload', { audience, sequence });
    return join(sequence);
  };
  void connection.leave(audience);
  try {
    return await showMissed(parts, { connection, audience, isHeld, join, startAgain }, from);
  } catch (error) {
    // The next frame leaves a gap, which makes the client ask again.
    if (isHeld()) join(from);
    throw error;
  }
};

type Listening = {
  readonly connection: Connection;
  readonly audience: string;
  /** Whether the connection still listens as at the start. One that left, or left and came back, does not need the rest. */
  readonly isHeld: () => boolean;
  /** Rejoins the room. Nothing may be awaited between the last check of the sequence and this. */
  readonly join: (sequence: number) => number;
  /** Makes the client reload, and joins. */
  readonly startAgain: (sequence: number) => number;
};

/**
 * Sends the next page once the client has taken most of the last one. Otherwise a client could request changes without reading them
 * and fill the memory.
 * @returns the sequence reached; `undefined` if some changes are no longer stored.
 */
const showPage = (
  parts: ReplayParts,
  listening: Listening,
  last: number,
  count: number,
): Promise<number | undefined> => {
  const { connection, isHeld } = listening;
  return connection.data.pages.run(async () => {
    while (isHeld() && parts.allowance.isSpent(connection.data.actor.userId)) await setTimeout(ALLOWANCE_POLL_MS);
    await room(listening);
    if (!isHeld()) return last;
    const frames = await parts.allowance.inTurn(connection.data.actor.userId, () =>
      missedFrames(parts, listening, last, count),
    );
    if (isRefusal(frames)) {
      // Too many calls of the person are in line, or the pages of other connections have spent the allowance since.
      await setTimeout(ALLOWANCE_POLL_MS);
      return last;
    }
    for (const frame of frames) {
      await room(listening);
      if (isHeld()) emitFrame(connection, frame);
    }
    return frames.at(-1)?.sequence;
  });
};

/** Waits until the client has taken enough. */
const room = async ({ connection, isHeld }: Listening): Promise<void> => {
  while (isHeld() && queuedLength(connection.conn) > MAX_QUEUED) await drained(connection.conn);
};

const showMissed = async (parts: ReplayParts, listening: Listening, from: number): Promise<number> => {
  const { audience, isHeld, join, startAgain } = listening;
  const delivered = (known: number): number => parts.feed.delivered(audience) ?? known;
  for (let last = from; isHeld(); ) {
    const newest = delivered(last);
    if (last >= newest) return join(last);
    const count = Math.min(PAGE_SIZE, newest - last);
    if (newest - last > MAX_REPLAYED) return startAgain(newest);
    const reached = await showPage(parts, listening, last, count);
    if (!isHeld()) return last;
    if (reached === undefined) return startAgain(delivered(newest));
    last = reached;
  }
  return from;
};

/** Audiences in one `resume`: more than anyone has. */
const MAX_RESUMED = 2000;

/**
 * Sends a connection the missed changes of the audiences that it requests and may follow.
 * @param wanted as sent by the client: audiences and the last sequence it has of each.
 * @returns the sequences reached. Audiences whose replay failed are omitted; the client asks for them again.
 */
export const resume = async (
  parts: ReplayParts,
  connection: Connection,
  wanted: unknown,
  failed: (error: unknown) => void,
): Promise<Record<string, number>> => {
  const { held, actor } = connection.data;
  const internal = sessionsAudience(actor.userId);
  const allowed = Object.entries(typeof wanted === 'object' && wanted !== null ? wanted : {})
    .slice(0, MAX_RESUMED)
    .filter(
      (pair): pair is [string, number] =>
        held.has(pair[0]) && pair[0] !== internal && Number.isSafeInteger(pair[1]) && pair[1] >= 0,
    );
  const reached: Record<string, number> = {};
  await Promise.all(
    allowed.map(([audience, from]) =>
      replay(parts, connection, audience, from).then((sequence) => {
        reached[audience] = sequence;
      }, failed),
    ),
  );
  return reached;
};
