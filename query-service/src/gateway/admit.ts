import { refuse, textOf } from '@quorum/contracts/wire/refusals.ts';
import type { Actor } from '@quorum/service-kit/call.ts';
import type { Connection } from './connection.ts';

type Authenticate = (token: string) => Promise<Actor | undefined>;

/** A session that began a moment ago may not be in the read models yet: so long it is looked for, in milliseconds. */
const SESSION_GRACE = 1500;
const SESSION_LOOK = 100;

const findSession = async (authenticate: Authenticate, token: string): Promise<Actor | undefined> => {
  for (let waited = 0; ; waited += SESSION_LOOK) {
    const actor = await authenticate(token);
    if (actor !== undefined || waited >= SESSION_GRACE) return actor;
    await new Promise((resolve) => setTimeout(resolve, SESSION_LOOK));
  }
};

/** Lets only connections of running sessions in, and of each person only so many. */
export const admit =
  (authenticate: Authenticate, hasRoomFor: (userId: string) => boolean, failed: (error: unknown) => void) =>
  (connection: Connection, next: (refusal?: Error) => void): void => {
    const token: unknown = connection.handshake.auth.token;
    const wellFormed = typeof token === 'string' && /^[\w-]{20,200}$/.test(token);
    const found = wellFormed ? findSession(authenticate, token) : Promise.resolve(undefined);
    found.then(
      (actor) => {
        if (actor === undefined) return next(new Error(textOf(refuse('session/invalid'))));
        if (!hasRoomFor(actor.userId)) return next(new Error(textOf(refuse('socket/too-many'))));
        connection.data = { actor, token: token as string, held: new Map(), ready: false, closed: false };
        next();
      },
      (error) => {
        failed(error);
        next(new Error(textOf(refuse('service/unavailable'))));
      },
    );
  };
