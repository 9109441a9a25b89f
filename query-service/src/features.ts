import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { appConfig } from './account/configuration.ts';
import { accountHandlers, accountLoaders } from './account/handlers.ts';
import { adminHandlers } from './admin/handlers.ts';
import { attendanceHandlers, attendanceLoaders } from './attendance/handlers.ts';
import { calendarFeedHandlers } from './calendar-feed/handlers.ts';
import { entryLoaders, eventHandlers } from './entry/handlers.ts';
import { groupHandlers, groupLoaders } from './group/handlers.ts';
import { messageHandlers, messageLoaders } from './message/handlers.ts';
import { notificationHandlers } from './notification/handlers.ts';
import { pinHandlers, pinLoaders } from './pins/handlers.ts';
import { pollHandlers, pollLoaders } from './poll/handlers.ts';
import type { Context } from './reading/context.ts';
import type { Loaders } from './reading/loaders.ts';
import { reminderLoaders } from './reminder/loaders.ts';
import { searchHandlers } from './search/handlers.ts';

/** Every query. */
export const queryHandlers = (context: Context, position: ReadPosition): Handlers<'query'> => ({
  ...accountHandlers(context),
  ...groupHandlers(context),
  ...eventHandlers(context),
  ...attendanceHandlers(context),
  ...calendarFeedHandlers(context, position),
  ...pollHandlers(context),
  ...messageHandlers(context),
  ...pinHandlers(context),
  ...searchHandlers(context),
  ...notificationHandlers(context),
  ...adminHandlers(context, position),
  appConfig: async () => ({ body: await appConfig(context) }),
});

/** Every view that frames carry. */
export const loaders: Loaders = {
  ...accountLoaders,
  ...groupLoaders,
  ...entryLoaders,
  ...attendanceLoaders,
  ...reminderLoaders,
  ...pollLoaders,
  ...messageLoaders,
  ...pinLoaders,
};
