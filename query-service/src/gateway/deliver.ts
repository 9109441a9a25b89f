import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { ReadNotice, TypingNotice } from '@quorum/service-kit/ports/bus.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { personView } from '@quorum/service-kit/reads/account.ts';
import { membershipsOf } from '../group/membership.ts';
import type { Context, Reading } from '../reading/context.ts';
import type { Deliver } from './audience-feed.ts';
import { type Connection, eventOf, openRoom, type SocketEvent, type Sockets } from './connections/connection.ts';
import { endSession, type Recheck } from './connections/recheck.ts';
import type { Frame, FramesOf } from './frames.ts';
import type { Rooms } from './rooms.ts';

/** Sends an event to everyone in a room, after all that was sent before. */
type Broadcast = (room: string, event: SocketEvent) => void;

type Parts = {
  readonly context: Context;
  readonly framesOf: FramesOf;
  readonly broadcast: Broadcast;
  /** Created after the feed that delivers here. */
  readonly rooms: () => Rooms;
  /** Closes connections whose session has ended. */
  readonly recheck: Recheck;
  readonly onFrame: () => void;
  /** Takes the errors of work that no change waits for. */
  readonly failed: (error: unknown) => void;
};

/** Without a session id, spares sessions that began after the change, which may arrive late. */
const endSessions = (rooms: Rooms, recheck: Recheck, { data }: Change): Promise<void> | undefined => {
  const { userId, sessionId, except, reason } = data;
  const others = rooms.connectionsOf(String(userId)).filter(({ data: { actor } }) => actor.sessionId !== except);
  if (sessionId === undefined) return recheck(others, String(reason));
  for (const connection of others)
    if (connection.data.actor.sessionId === sessionId) endSession(connection, String(reason));
  return undefined;
};

const afterPrefix = (audience: string): string => audience.slice(audience.indexOf('-') + 1);

const welcomed = (rooms: Rooms, userId: string): readonly Connection[] =>
  rooms.connectionsOf(userId).filter(({ data }) => data.ready);

/** The changes that would say which groups a person entered or left are gone, so look up memberships. */
const regroup = async (context: Context, rooms: Rooms, userId: string): Promise<void> => {
  const groupIds = (await membershipsOf(context, userId)).map(({ groupId }) => groupId);
  const kept = new Set([userId, ...groupIds]);
  for (const connection of welcomed(rooms, userId)) {
    for (const audience of connection.data.held.keys())
      if (!kept.has(afterPrefix(audience))) rooms.leave(userId, afterPrefix(audience));
    await rooms.enter(connection, groupIds);
  }
};

/** The effect of a change on rooms and connections, and the receivers of its frame. */
export const delivery = ({ context, framesOf, broadcast, rooms, recheck, onFrame, failed }: Parts): Deliver<Frame> => {
  const emit = (frame: Frame): void => {
    onFrame();
    broadcast(frame.audience, eventOf(frame));
  };

  /** Connections not welcomed yet will find the group among their person's memberships. */
  const enter = (userId: string, groupId: string): Promise<void> | undefined => {
    const connections = welcomed(rooms(), userId);
    if (connections.length === 0) return undefined;
    return Promise.all(connections.map((connection) => rooms().enter(connection, [groupId]))).then(() => {});
  };

  return {
    prepare: framesOf,
    before: ({ kind, audience, data }) => {
      // Enter the room before the person learns of the group, so that everything they then load is followed.
      if (kind === 'groupJoined') return enter(afterPrefix(audience), String(data.groupId));
      if (kind === 'memberJoined') return enter(String(data.userId), String(data.groupId));
      return undefined;
    },
    show: (change, frame) => {
      const groupId = String(change.data.groupId);
      switch (change.kind) {
        case 'sessionEnded':
          return void endSessions(rooms(), recheck, change)?.catch(failed);
        case 'memberLeft':
          rooms().leave(String(change.data.userId), groupId);
          emit(frame);
          // The person may have rejoined before this departure arrived, and `leave` has undone that. Enter again if so.
          return void enter(String(change.data.userId), groupId)?.catch(failed);
        case 'groupLeft':
          rooms().leave(afterPrefix(change.audience), groupId);
          return emit(frame);
        case 'groupDeleted':
          emit(frame);
          return rooms().empty(groupId);
        default:
          return emit(frame);
      }
    },
    reload: async (audience, sequence) => {
      const id = afterPrefix(audience);
      if (audience === groupAudience(id)) await rooms().sweep(id);
      else if (audience === userAudience(id)) await regroup(context, rooms(), id);
      else return recheck(rooms().connectionsOf(id));
      broadcast(audience, ['reload', { audience, sequence }]);
    },
  };
};

/** The browser that sent it already knows; receiving it again changes nothing there. */
export const showRead = (io: Sockets, { userId, ...mark }: ReadNotice): void => {
  io.to(userAudience(userId)).emit('userRead', mark);
};

export const showTyping = async (context: Reading, io: Sockets, notice: TypingNotice): Promise<void> => {
  const { groupId, userId, isTyping } = notice;
  if (!io.sockets.adapter.rooms.has(openRoom(groupId))) return;
  const user = await context.reads.active.get('users', userId);
  const { firstName, lastName, profilePictureUrl } = personView(userId, user);
  const userName = `${firstName} ${lastName}`.trim();
  io.to(openRoom(groupId))
    .except(userAudience(userId))
    .emit('userTyping', { groupId, userId, userName, firstName, profilePictureUrl, isTyping });
};
