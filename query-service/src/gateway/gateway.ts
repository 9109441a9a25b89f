import type { Server as HttpServer } from 'node:http';
import { collections, type MembershipDocument, type UserDocument } from '@quorum/contracts/documents/collections.ts';
import { personView } from '@quorum/contracts/documents/present.ts';
import type { BusMessage, TypingNotice } from '@quorum/contracts/ports/bus.ts';
import type { Change } from '@quorum/contracts/ports/read-store.ts';
import { type ClientFrames, groupAudience, type ServerFrames, userAudience } from '@quorum/contracts/wire/socket.ts';
import type { Actor } from '@quorum/service-kit/call.ts';
import { type Facing, isForeign } from '@quorum/service-kit/origin.ts';
import { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import { Server, type Socket } from 'socket.io';
import { type Context, linkOf } from '../application/context.ts';
import { membershipsOf } from '../application/membership.ts';
import { AudienceFeed } from './audience-feed.ts';
import { type Frame, framesOf } from './frames.ts';

type SocketData = { actor: Actor; token: string };
type Connection = Socket<ClientFrames, ServerFrames, Record<string, never>, SocketData>;

export type GatewayParts = {
  readonly context: Context;
  readonly authenticate: (token: string) => Promise<Actor | undefined>;
  readonly facing: Facing;
  /** How often missed changes and ended sessions are looked for, in milliseconds. */
  readonly reconcileEvery?: number;
};

export type Gateway = {
  readonly connections: () => number;
  readonly delivered: () => number;
  close(): Promise<void>;
};

const CHANGES_PER_PAGE = 500;
/** A session that began a moment ago may not be in the read models yet: so long it is looked for, in milliseconds. */
const SESSION_GRACE = 1500;
const SESSION_LOOK = 100;
const openRoom = (groupId: string): string => `open-${groupId}`;
const isGroupId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value);

/**
 * Pushes projected changes to browsers. Every connection is in the room of its person and of each of its groups; what a room
 * gets is numbered, so that a browser that was away asks for what it missed.
 */
export const startGateway = async (server: HttpServer, parts: GatewayParts): Promise<Gateway> => {
  const { context, authenticate, facing } = parts;
  const { reads, bus, log, clock } = context;
  let delivered = 0;
  const io = new Server<ClientFrames, ServerFrames, Record<string, never>, SocketData>(server, {
    serveClient: false,
    maxHttpBufferSize: 65_536,
    allowRequest: (request, answer) => answer(null, !isForeign(request, facing)),
    pingInterval: 20_000,
    pingTimeout: 20_000,
  });
  const frames = new RateLimit(20, 60);

  const failed = (error: unknown) =>
    log.error({ failure: error instanceof Error ? error.name : 'unknown' }, 'gateway work failed');

  const emitTo = (target: unknown, frame: Frame): void => {
    delivered += 1;
    const { name, payload, audience, sequence } = frame;
    // The pair of name and payload comes from one table; the socket's types cannot follow it through a variable.
    (target as { emit(name: string, ...values: unknown[]): unknown }).emit(name, payload, { audience, sequence });
  };

  const socketsOf = (userId: string): Connection[] => {
    const ids = io.sockets.adapter.rooms.get(userAudience(userId)) ?? new Set<string>();
    return [...ids].flatMap((id) => io.sockets.sockets.get(id) ?? []);
  };

  const enterGroup = async (socket: Connection, groupId: string): Promise<void> => {
    await feed.follow([groupAudience(groupId)]);
    await socket.join(groupAudience(groupId));
  };

  const leaveGroup = (socket: Connection, groupId: string): void => {
    void socket.leave(groupAudience(groupId));
    void socket.leave(openRoom(groupId));
  };

  const tellPeers = async (userId: string): Promise<void> => {
    const user = await reads.active.get<UserDocument>(collections.users.name, userId);
    if (user === undefined) return;
    const member = personView(userId, user, linkOf(context));
    for (const { groupId } of await membershipsOf(context, userId)) {
      io.to(groupAudience(groupId)).emit('memberUpdated', { groupId, member });
    }
  };

  const endSessions = (change: Change): void => {
    const { userId, sessionId, except, reason } = change.data;
    for (const socket of socketsOf(String(userId))) {
      const own = socket.data.actor.sessionId;
      if ((sessionId === undefined || sessionId === own) && except !== own) {
        socket.emit('sessionEnded', { reason: String(reason) });
        socket.disconnect(true);
      }
    }
  };

  /** What a change means for the connections themselves, before or after its frame went out. */
  const applyBefore = async (change: Change): Promise<void> => {
    if (change.kind === 'groupJoined') {
      const userId = change.audience.slice('user-'.length);
      await Promise.all(socketsOf(userId).map((socket) => enterGroup(socket, String(change.data.groupId))));
    }
  };
  const applyAfter = async (change: Change): Promise<void> => {
    const groupId = String(change.data.groupId);
    if (change.kind === 'groupLeft') {
      for (const socket of socketsOf(change.audience.slice('user-'.length))) leaveGroup(socket, groupId);
    }
    if (change.kind === 'groupDeleted') {
      io.socketsLeave([groupAudience(groupId), openRoom(groupId)]);
      feed.forget(groupAudience(groupId));
    }
    if (change.kind === 'sessionEnded') endSessions(change);
    if (change.kind === 'accountUpdated' && change.data.peers === true) await tellPeers(String(change.data.userId));
  };

  const feed = new AudienceFeed(
    reads,
    {
      changes: async (audience, changes) => {
        const shown = await framesOf(context, changes);
        for (const [index, change] of changes.entries()) {
          await applyBefore(change);
          const frame = shown[index];
          if (frame !== undefined && change.kind !== 'sessionEnded') emitTo(io.to(audience), frame);
          await applyAfter(change);
        }
      },
      reload: (audience, sequence) => io.to(audience).emit('reload', { audience, sequence }),
    },
    failed,
  );

  /** Who left a group must not get what came after: rooms are left before anything of the batch is shown. */
  const leaveRemoved = (changes: readonly Change[]): void => {
    for (const change of changes) {
      if (change.kind !== 'memberLeft') continue;
      for (const socket of socketsOf(String(change.data.userId))) leaveGroup(socket, String(change.data.groupId));
    }
  };

  const showTyping = async (notice: TypingNotice): Promise<void> => {
    const { groupId, userId, isTyping } = notice;
    const user = await reads.active.get<UserDocument>(collections.users.name, userId);
    const { firstName, lastName, profilePictureUrl } = personView(userId, user, linkOf(context));
    const userName = `${firstName} ${lastName}`.trim();
    io.to(openRoom(groupId))
      .except(userAudience(userId))
      .emit('userTyping', { groupId, userId, userName, profilePictureUrl, isTyping });
  };

  const take = (message: BusMessage): void => {
    if (message.kind === 'typing') return void showTyping(message.notice).catch(failed);
    leaveRemoved(message.changes);
    feed.take(message.changes);
  };

  /** Brings one browser up to date on one audience, within the order of the live deliveries. */
  const replay = (socket: Connection, audience: string, from: number): Promise<void> =>
    feed.inOrder(audience, async (upTo) => {
      let last = from;
      while (last < upTo && socket.connected) {
        const missed = await reads.changesAfter(audience, last, Math.min(CHANGES_PER_PAGE, upTo - last));
        if (missed === null) {
          socket.emit('reload', { audience, sequence: upTo });
          return;
        }
        if (missed.length === 0) return;
        for (const frame of await framesOf(context, missed)) if (frame.name !== 'sessionEnded') emitTo(socket, frame);
        last = missed.at(-1)?.sequence ?? upTo;
      }
    });

  const typing = (socket: Connection, isTyping: boolean) => (notice: unknown) => {
    const groupId = (notice as { groupId?: unknown } | null)?.groupId;
    if (!isGroupId(groupId) || !socket.rooms.has(groupAudience(groupId))) return;
    if (frames.take(socket.id, clock.now()) > 0) return;
    bus.publish({ kind: 'typing', notice: { groupId, userId: socket.data.actor.userId, isTyping } }).catch(failed);
  };

  const serve = async (socket: Connection): Promise<void> => {
    const { userId } = socket.data.actor;
    const memberships = await membershipsOf(context, userId);
    const audiences = [userAudience(userId), ...memberships.map(({ groupId }) => groupAudience(groupId))];
    const sequences = await feed.follow(audiences);
    await socket.join(audiences);
    socket.emit('ready', { userId, sequences: Object.fromEntries(sequences) });
  };

  const authenticateNewcomer = async (token: string): Promise<Actor | undefined> => {
    for (let waited = 0; ; waited += SESSION_LOOK) {
      const actor = await authenticate(token);
      if (actor !== undefined || waited >= SESSION_GRACE) return actor;
      await new Promise((resolve) => setTimeout(resolve, SESSION_LOOK));
    }
  };

  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth.token;
    const attempt =
      typeof token === 'string' && /^[\w-]{20,200}$/.test(token)
        ? authenticateNewcomer(token)
        : Promise.resolve(undefined);
    attempt.then(
      (actor) => {
        if (actor === undefined) return next(new Error('Your session has ended. Please log in again.'));
        socket.data = { actor, token: token as string };
        next();
      },
      (error) => {
        failed(error);
        next(new Error('The service is not available right now. Please try again.'));
      },
    );
  });

  io.on('connection', (socket: Connection) => {
    // Frames may come in before the rooms are joined; they wait for it.
    const joined = serve(socket).catch((error) => {
      failed(error);
      socket.disconnect(true);
    });
    socket.on('joinGroup', (groupId: unknown, answer: unknown) => {
      void joined
        .then(async () => {
          const reply = typeof answer === 'function' ? (answer as (result: object) => void) : () => {};
          if (frames.take(socket.id, clock.now()) > 0)
            return reply({ ok: false, error: 'Too many requests. Please try again later.' });
          if (!isGroupId(groupId)) return reply({ ok: false, error: 'Group not found' });
          const membership = await reads.active.get<MembershipDocument>(
            collections.memberships.name,
            `${groupId}:${socket.data.actor.userId}`,
          );
          if (membership === undefined) return reply({ ok: false, error: 'You are not a member of this group' });
          await enterGroup(socket, groupId);
          await socket.join(openRoom(groupId));
          const sequences = await feed.follow([groupAudience(groupId)]);
          reply({ ok: true, sequence: sequences.get(groupAudience(groupId)) ?? 0 });
        })
        .catch(failed);
    });
    socket.on('leaveGroup', (groupId: unknown) => {
      if (isGroupId(groupId)) void socket.leave(openRoom(groupId));
    });
    socket.on('typing', typing(socket, true));
    socket.on('stopTyping', typing(socket, false));
    socket.on('resume', (sequences: unknown, answer: unknown) => {
      void joined
        .then(async () => {
          const wanted =
            typeof sequences === 'object' && sequences !== null ? Object.entries(sequences).slice(0, 2000) : [];
          const allowed = wanted.filter(
            (pair): pair is [string, number] =>
              socket.rooms.has(pair[0]) && Number.isSafeInteger(pair[1]) && (pair[1] as number) >= 0,
          );
          await Promise.all(allowed.map(([audience, sequence]) => replay(socket, audience, sequence)));
          const reached = await feed.follow(allowed.map(([audience]) => audience));
          if (typeof answer === 'function')
            (answer as (result: object) => void)({ sequences: Object.fromEntries(reached) });
        })
        .catch(failed);
    });
  });

  io.sockets.adapter.on('delete-room', (room: string) => {
    if (room.startsWith('group-') || room.startsWith('user-')) feed.forget(room);
  });

  const unsubscribe = await bus.subscribe(take);
  const housekeeping = setInterval(() => {
    feed.reconcile().catch(failed);
    for (const socket of io.sockets.sockets.values()) {
      authenticate(socket.data.token).then((actor) => {
        if (actor !== undefined) return;
        socket.emit('sessionEnded', { reason: 'expired' });
        socket.disconnect(true);
      }, failed);
    }
  }, parts.reconcileEvery ?? 5000);
  housekeeping.unref();

  return {
    connections: () => io.sockets.sockets.size,
    delivered: () => delivered,
    close: async () => {
      clearInterval(housekeeping);
      await unsubscribe();
      io.disconnectSockets(true);
      await new Promise<void>((resolve) => {
        io.engine.close();
        resolve();
      });
    },
  };
};
