import type { Clock } from '@quorum/contracts/ports/clock.ts';
import { type RefusalCode, refuse, textOf } from '@quorum/contracts/wire/refusals.ts';
import { addressOf, type Facing } from '@quorum/service-kit/origin.ts';
import type { RateLimit } from '@quorum/service-kit/rate-limit.ts';
import type { Connection } from './connection.ts';
import { type Authenticate, findSession } from './find-session.ts';

type Parts = {
  readonly authenticate: Authenticate;
  readonly facing: Facing;
  readonly rateLimit: RateLimit;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
};

/** Connections of one person at once: more than anybody has browsers and windows. */
const MOST_OF_ONE_PERSON = 250;

/** Lets only connections of running sessions in, and of each person only so many. */
export const admit = ({ authenticate, facing, rateLimit, clock, failed }: Parts) => {
  /** Connections of each person, those included that are let in but not yet open. */
  const admitted = new Map<string, number>();

  /** Takes a place until the line is closed. @returns whether there was one. */
  const takePlace = (userId: string, { conn }: Connection): boolean => {
    const others = admitted.get(userId) ?? 0;
    if (others >= MOST_OF_ONE_PERSON) return false;
    admitted.set(userId, others + 1);
    conn.once('close', () => {
      const left = (admitted.get(userId) ?? 1) - 1;
      if (left === 0) admitted.delete(userId);
      else admitted.set(userId, left);
    });
    return true;
  };

  /** @returns why the connection is not let in. */
  const refusalOf = async (connection: Connection): Promise<RefusalCode | undefined> => {
    const token: unknown = connection.handshake.auth.token;
    if (typeof token !== 'string' || !/^[\w-]{20,200}$/.test(token)) return 'session/invalid';
    const isOpen = (): boolean => connection.conn.readyState === 'open';
    if (!isOpen()) return 'session/invalid';
    // The handshake paid for the first look.
    const address = addressOf(connection.request, facing);
    const actor = await findSession(authenticate, token, () => isOpen() && rateLimit.take(address, clock.now()) === 0);
    if (actor === undefined || !isOpen()) return 'session/invalid';
    if (!takePlace(actor.userId, connection)) return 'socket/too-many';
    connection.data = { actor, token, held: new Map(), ready: false, closed: false };
    return undefined;
  };

  return (connection: Connection, next: (refusal?: Error) => void): void => {
    refusalOf(connection).then(
      (refused) => next(refused && new Error(textOf(refuse(refused)))),
      (error) => {
        failed(error);
        next(new Error(textOf(refuse('service/unavailable'))));
      },
    );
  };
};
