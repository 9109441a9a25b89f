import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { userAudience } from '@quorum/contracts/socket.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { RunningStreams, whenOver } from '@quorum/service-kit/http/running-streams.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import { MAX_GROUPS } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { readAt } from '../reading/read-at.ts';
import { myData } from './my-data.ts';
import { runningSessions } from './sessions.ts';

type AccountRoutes = 'me' | 'sessions' | 'downloadMyData' | 'colorPreferences' | 'pinPreferences';

/** Exports per person and hour; each reads everything they ever made. */
const EXPORTS_AN_HOUR = 10;

/** Concurrent exports in total. */
const MAX_EXPORTS = 20;

const ofPerson = (userId: string) => ({ where: { userId }, limit: MAX_GROUPS });

const endAfter =
  (end: () => void) =>
  (error: unknown): never => {
    end();
    throw error;
  };

export const accountHandlers = (context: Context): Pick<Handlers<'query'>, AccountRoutes> => {
  const { reads, clock } = context;
  const exports = new RateLimit(EXPORTS_AN_HOUR / 3600, EXPORTS_AN_HOUR);
  const running = new RunningStreams({ ofKey: 1, inAll: MAX_EXPORTS });
  return {
    me: async ({ actor }) => {
      const user = await reads.active.get('users', actor.userId);
      return user === undefined ? refuse('session/invalid') : { body: { user: userView(user) } };
    },
    sessions: async ({ actor }) => ({ body: { sessions: await runningSessions(context, actor) } }),
    downloadMyData: async ({ actor }) => {
      const end = running.begin(actor.userId);
      if (end === undefined) return refuse('request/too-many', undefined, 10);
      const wait = exports.take(actor.userId, clock.now());
      const stream = wait > 0 ? undefined : await myData(context, actor.userId).catch(endAfter(end));
      if (stream === undefined) {
        end();
        return wait > 0 ? refuse('request/too-many', undefined, wait) : refuse('session/invalid');
      }
      whenOver(stream, end);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      return {
        stream,
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="quorum-${day}.zip"`,
        },
      };
    },
    colorPreferences: ({ actor: { userId } }) =>
      readAt(reads, userAudience(userId), async () => {
        const colors = await reads.active.query('colors', ofPerson(userId));
        return { preferences: Object.fromEntries(colors.map(({ groupId, colorIndex }) => [groupId, colorIndex])) };
      }),
    pinPreferences: ({ actor: { userId } }) =>
      readAt(reads, userAudience(userId), async () => {
        const pins = await reads.active.query('pins', ofPerson(userId));
        return { preferences: Object.fromEntries(pins.map(({ groupId }) => [groupId, true as const])) };
      }),
  };
};
