import type { Actor } from '@quorum/service-kit/http/call.ts';
import { retryRead } from '../../reading/retry-read.ts';

export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** @param mayRetry is called before every retry. A new session may not be known yet. */
export const findSession = (
  authenticate: Authenticate,
  token: string,
  mayRetry: () => boolean,
): Promise<Actor | undefined> =>
  retryRead(
    () => authenticate(token),
    (actor) => actor !== undefined,
    mayRetry,
  );
