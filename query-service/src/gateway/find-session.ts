import type { Actor } from '@quorum/service-kit/http/call.ts';
import { lookAgain } from '../reading/look-again.ts';

export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** @param mayLookAgain is called before every look-up except the first. A new session may not be known yet. */
export const findSession = (
  authenticate: Authenticate,
  token: string,
  mayLookAgain: () => boolean,
): Promise<Actor | undefined> =>
  lookAgain(
    () => authenticate(token),
    (actor) => actor !== undefined,
    mayLookAgain,
  );
