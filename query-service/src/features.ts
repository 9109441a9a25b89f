import type { Handlers } from '@quorum/service-kit/http/call.ts';
import type { ReadPosition } from '@quorum/service-kit/read-position.ts';
import { appConfig } from './account/configuration.ts';
import { accountHandlers } from './account/handlers.ts';
import { accountShown } from './account/shown.ts';
import { adminHandlers } from './admin/handlers.ts';
import { attendanceHandlers } from './attendance/handlers.ts';
import { attendancesShown } from './attendance/shown.ts';
import { calendarFeedHandlers } from './calendar-feed/handlers.ts';
import { eventHandlers } from './entry/handlers.ts';
import { entriesShown } from './entry/shown.ts';
import { groupHandlers } from './group/handlers.ts';
import { groupsShown } from './group/shown.ts';
import { messageHandlers } from './message/handlers.ts';
import { messagesShown } from './message/shown.ts';
import { notificationHandlers } from './notification/handlers.ts';
import { pinHandlers, pinsShown } from './pins/handlers.ts';
import { pollHandlers } from './poll/handlers.ts';
import { pollsShown } from './poll/shown.ts';
import type { Context } from './reading/context.ts';
import type { Loaders } from './reading/shown.ts';
import { remindersShown } from './reminder/shown.ts';
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

/** Everything that frames show. */
export const loaders: Loaders = {
  ...accountShown,
  ...groupsShown,
  ...entriesShown,
  ...attendancesShown,
  ...remindersShown,
  ...pollsShown,
  ...messagesShown,
  ...pinsShown,
};
