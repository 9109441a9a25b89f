import type { Actor } from '@quorum/service-kit/http/call.ts';

export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** Milliseconds between looks: a session that began a moment ago may not be in the read models yet. */
const PAUSES = [50, 150, 400, 900];

/** @param mayLookAgain is asked before every look but the first. */
export const findSession = async (
  authenticate: Authenticate,
  token: string,
  mayLookAgain: () => boolean,
): Promise<Actor | undefined> => {
  for (const pause of PAUSES) {
    const actor = await authenticate(token);
    if (actor !== undefined) return actor;
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (!mayLookAgain()) return undefined;
  }
  return authenticate(token);
};
