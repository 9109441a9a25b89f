import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import { RateLimit } from '@quorum/service-kit/http/admission/rate-limit.ts';
import type { Actor, Handlers } from '@quorum/service-kit/http/call.ts';
import { RunningStreams, whenOver } from '@quorum/service-kit/http/running-streams.ts';
import { userView } from '@quorum/service-kit/reads/account.ts';
import { countUnreadItems, itemsOf, seenActivity } from '../activity/items.ts';
import { presentItems } from '../activity/views.ts';
import { groupSequences } from '../group/group-sequences.ts';
import { MAX_GROUPS, membershipsOf } from '../group/membership.ts';
import type { Context } from '../reading/context.ts';
import { find, inField, type Loaders, named } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';
import { myData } from './my-data.ts';
import { runningSessions } from './sessions.ts';

/** Exports per person and hour; each reads everything they ever made. */
const EXPORTS_PER_HOUR = 10;

/** Concurrent exports in total. */
const MAX_EXPORTS = 20;

const endAfter =
  (end: () => void) =>
  (error: unknown): never => {
    end();
    throw error;
  };

export const accountHandlers = (context: Context) => {
  const { reads, clock } = context;
  const exports = new RateLimit(EXPORTS_PER_HOUR / 3600, EXPORTS_PER_HOUR);
  const running = new RunningStreams({ ofKey: 1, inAll: MAX_EXPORTS });
  /** The person's preferences by group, without groups that have none. */
  const preferencesAs =
    <V>(shown: (preferences: GroupPreferences) => V | undefined) =>
    ({ actor: { userId } }: { readonly actor: Actor }) =>
      readAt(reads, userAudience(userId), async () => {
        const all = await reads.active.query('groupPreferences', { where: { userId }, limit: MAX_GROUPS });
        const found = all.flatMap(({ id: _, userId: __, groupId, ...preferences }) => {
          const value = shown(preferences);
          return value === undefined ? [] : [[groupId, value] as const];
        });
        return { preferences: Object.fromEntries(found) };
      });
  return {
    me: async ({ actor }) => {
      const user = await reads.active.get('users', actor.userId);
      return user === undefined ? refuse('session/invalid') : { body: { user: userView(user) } };
    },
    activity: async ({ actor: { userId } }) => {
      const { sequences } = await groupSequences(context, userId);
      const [memberships, readUpTo] = await Promise.all([
        membershipsOf(context, userId),
        seenActivity(context, userId),
      ]);
      const reader = { userId, memberships, readUpTo, now: clock.now() };
      const found = await itemsOf(context, reader);
      const [items, unread] = await Promise.all([
        presentItems(context, found),
        countUnreadItems(context, found, reader),
      ]);
      return { body: { items, unread, readUpTo, sequences } };
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
    groupPreferences: preferencesAs((preferences) => preferences),
    colorPreferences: preferencesAs(({ color }) => color),
    pinPreferences: preferencesAs(({ pinned }) => (pinned === true ? pinned : undefined)),
  } satisfies Partial<Handlers<'query'>>;
};

/** The views that frames carry. */
export const accountLoaders = {
  user: {
    idOf: named('userId'),
    load: async ({ context }, changes) => {
      const people = await find(context, 'users', changes.map(named('userId')));
      return new Map([...people].map(([id, user]) => [id, userView(user)]));
    },
    into: inField('user'),
  },
} satisfies Partial<Loaders>;
