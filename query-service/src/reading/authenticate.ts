import { isRunning } from '@quorum/domain/session/session.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import type { Context } from './context.ts';

/** Finds the owners of tokens in the read models. Sessions are stored under the hash of their token. */
export const actorsOf =
  ({ reads, clock }: Pick<Context, 'reads' | 'clock'>) =>
  async (tokens: Iterable<string>): Promise<ReadonlyMap<string, Actor>> => {
    const hashes = new Map([...tokens].map((token) => [token, tokenHash(token)]));
    const sessions = await reads.active.getMany('sessions', [...hashes.values()]);
    const owners = [...new Set([...sessions.values()].map(({ userId }) => userId))];
    const users = await reads.active.getMany('users', owners);
    const actors = new Map<string, Actor>();
    for (const [token, hash] of hashes) {
      const session = sessions.get(hash);
      const user = session && users.get(session.userId);
      if (session === undefined || user === undefined || !isRunning(session, user, clock.now())) continue;
      actors.set(token, { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete });
    }
    return actors;
  };

export const authenticate =
  (context: Pick<Context, 'reads' | 'clock'>) =>
  async (token: string): Promise<Actor | undefined> =>
    (await actorsOf(context)([token])).get(token);

type FindSession = (token: string) => Promise<Actor | undefined>;

/**
 * Read models that are built from the beginning, as after a restore, do not have every session yet. Until they have reached the
 * end that the log had at the first miss, a session that they lack may exist, and must not be reported as ended.
 * @returns the look-up; it throws ReadStoreUnavailableError until then.
 */
export const sessionLookup = (
  find: FindSession,
  head: () => Promise<Position>,
  position: Pick<ReadPosition, 'waitFor'>,
): FindSession => {
  let isBuilt = false;
  let end: Promise<Position> | undefined;

  const built = async (): Promise<boolean> => {
    end ??= head();
    try {
      return await position.waitFor(await end);
    } catch (error) {
      // The next miss asks again.
      end = undefined;
      throw error;
    }
  };

  return async (token) => {
    const actor = await find(token);
    if (actor !== undefined || isBuilt) return actor;
    isBuilt = await built();
    if (!isBuilt) throw new ReadStoreUnavailableError('The read models have not reached the end of the log yet.');
    // It may have arrived during the read.
    return find(token);
  };
};
