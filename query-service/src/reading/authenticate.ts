import { isRunning } from '@quorum/domain/session/session.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { tokenHash } from '@quorum/service-kit/token-hash.ts';
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
