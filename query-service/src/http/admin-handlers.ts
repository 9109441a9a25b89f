import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { parkedEvents } from '../application/parked-events.ts';

export const adminHandlers = (context: Context): Pick<Handlers<'query'>, 'parkedEvents'> => ({
  parkedEvents: async () => ({ body: await parkedEvents(context) }),
});
