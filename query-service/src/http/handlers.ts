import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { appConfig } from '../application/configuration.ts';
import type { Context } from '../application/context.ts';
import { accountHandlers } from './account-handlers.ts';
import { adminHandlers } from './admin-handlers.ts';
import { eventHandlers } from './event-handlers.ts';
import { groupHandlers } from './group-handlers.ts';
import { messageHandlers } from './message-handlers.ts';

/** All handlers of the query side. */
export const queryHandlers = (context: Context, position: ReadPosition): Handlers<'query'> => ({
  ...accountHandlers(context),
  ...groupHandlers(context),
  ...eventHandlers(context),
  ...messageHandlers(context),
  ...adminHandlers(context, position),
  appConfig: async () => ({ body: await appConfig(context) }),
});
