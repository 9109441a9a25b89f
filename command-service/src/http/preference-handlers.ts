import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Context } from '../application/context.ts';
import { chooseColor, pinGroup, readUpTo } from '../application/preferences.ts';
import { causeOf } from './cause.ts';
import { withId } from './ids.ts';
import { replyDone } from './reply.ts';

type PreferenceRoutes = 'chooseColor' | 'pinGroup' | 'readGroupUpTo';

export const preferenceHandlers = (context: Context): Pick<Handlers<'command'>, PreferenceRoutes> => ({
  chooseColor: (call) => replyDone(chooseColor(context, call.body, causeOf(call))),
  pinGroup: (call) => replyDone(pinGroup(context, call.body, causeOf(call))),
  readGroupUpTo: (call) =>
    withId(call.params.id, 'group/not-found', (groupId) =>
      replyDone(readUpTo(context, groupId, call.body.messageId, causeOf(call))),
    ),
});
