import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { accountHandlers } from './account-handlers.ts';
import { adminHandlers } from './admin-handlers.ts';
import { appConfig } from './app-config.ts';
import { eventHandlers } from './event-handlers.ts';
import { groupHandlers } from './group-handlers.ts';
import { messageHandlers } from './message-handlers.ts';

/** All that the query side answers. */
export const queryHandlers = (context: Context): Handlers<'query'> => ({
  ...accountHandlers(context),
  ...groupHandlers(context),
  ...eventHandlers(context),
  ...messageHandlers(context),
  ...adminHandlers(context),
  appConfig: async () => ({ body: appConfig }),
});
