import type { Connection } from './connection.ts';
import type { Authenticate } from './find-session.ts';

export type Recheck = (connections: readonly Connection[]) => Promise<void>;

/** Closes connections whose session has ended. Each session is looked up once. */
export const rechecking =
  (authenticate: Authenticate): Recheck =>
  async (connections) => {
    const tokens = [...new Set(connections.map(({ data }) => data.token))];
    const actors = new Map(await Promise.all(tokens.map(async (token) => [token, await authenticate(token)] as const)));
    for (const connection of connections) {
      if (actors.get(connection.data.token) !== undefined) continue;
      connection.emit('sessionEnded', { reason: 'expired' });
      connection.disconnect(true);
    }
  };
