import { textOf } from '@quorum/contracts/kernel/refusal-texts.ts';
import { type RefusalCode, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Allowance } from '@quorum/service-kit/http/admission/allowance.ts';
import { addressOf, type PublicEndpoint } from '@quorum/service-kit/http/admission/origin.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { RunningStreams } from '@quorum/service-kit/http/running-streams.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { Semaphore } from '@quorum/service-kit/semaphore.ts';
import { retryRead } from '../../reading/retry-read.ts';
import type { Connection } from './connection.ts';

export type Authenticate = (token: string) => Promise<Actor | undefined>;

type Parts = {
  readonly authenticate: Authenticate;
  readonly publicEndpoint: PublicEndpoint;
  readonly allowance: Allowance;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
  readonly onAdmitted?: (conn: Connection['conn'], userId: string) => void;
};

/** Concurrent connections per person: more browsers and windows than anyone has. */
const MAX_PER_PERSON = 50;

const tokenOf = ({ handshake }: Connection): string | undefined => {
  const token: unknown = handshake.auth.token;
  return typeof token === 'string' && /^[\w-]{20,200}$/.test(token) ? token : undefined;
};

/** Admits only connections of running sessions, only so many per person, and as many a second as their allowance has room for. */
export const admit = ({ authenticate, publicEndpoint, allowance, clock, failed, onAdmitted }: Parts) => {
  /** Including admitted ones that are not open yet. */
  const admitted = new RunningStreams({ ofKey: MAX_PER_PERSON });

  /** @returns a function that gives the place up, or why there is none. */
  const placeFor = async ({ conn }: Connection, { userId }: Actor): Promise<(() => void) | RefusalCode> => {
    if (allowance.take(userId) === undefined) return admitted.begin(userId) ?? 'socket/too-many';
    await allowance.holdBack(userId, () => conn.close(true));
    return 'request/too-many';
  };

  /** @returns why the connection is refused, if it is. */
  const refusalOf = async (connection: Connection): Promise<RefusalCode | undefined> => {
    const token = tokenOf(connection);
    const isOpen = (): boolean => connection.conn.readyState === 'open';
    if (token === undefined || !isOpen()) return 'session/invalid';
    // The first look-up is free, so that a session is never refused because of others at its address.
    const address = addressOf(connection.request, publicEndpoint);
    let isSpent = false;
    const mayRetry = (): boolean => {
      isSpent = isOpen() && allowance.take(address) !== undefined;
      return isOpen() && !isSpent;
    };
    // A new session may not be known yet.
    const actor = await retryRead(
      () => authenticate(token),
      (found) => found !== undefined,
      mayRetry,
    );
    // It is unknown whether the session exists, so the browser must not treat it as ended.
    if (isSpent) return 'request/too-many';
    if (actor === undefined || !isOpen()) return 'session/invalid';
    const leave = await placeFor(connection, actor);
    if (typeof leave === 'string') return leave;
    connection.conn.once('close', leave);
    onAdmitted?.(connection.conn, actor.userId);
    connection.data = {
      actor,
      token,
      held: new Map(),
      pages: new Semaphore(1),
      ready: false,
      drainedAt: clock.now(),
      closed: false,
    };
    connection.conn.on('drain', () => {
      connection.data.drainedAt = clock.now();
    });
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
