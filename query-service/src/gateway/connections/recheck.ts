import { actorsOf } from '../../reading/authenticate.ts';
import type { Context } from '../../reading/context.ts';
import type { Authenticate } from './admit.ts';
import type { Connection } from './connection.ts';

/** @param reason sent to the clients. */
export type Recheck = (connections: readonly Connection[], reason?: string) => Promise<void>;

export const endSession = (connection: Connection, reason: string): void => {
  connection.emit('sessionEnded', { reason });
  connection.disconnect(true);
};

/** Closes connections whose session has ended. All are looked up together; one that is missing is looked up again on its own. */
export const rechecking =
  (context: Pick<Context, 'reads' | 'clock'>, authenticate: Authenticate): Recheck =>
  async (connections, reason = 'expired') => {
    const running = await actorsOf(context)(new Set(connections.map(({ data }) => data.token)));
    for (const connection of connections) {
      const { token } = connection.data;
      if (running.has(token) || (await authenticate(token)) !== undefined) continue;
      endSession(connection, reason);
    }
  };
