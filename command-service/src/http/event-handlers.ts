import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerEntry } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { cancelEntry, changeEntry, scheduleEntry } from '../application/entries.ts';
import { causeOf } from './cause.ts';
import { withId } from './ids.ts';
import { replyDone, replyWith } from './reply.ts';

type EventRoutes = 'createEvent' | 'changeEvent' | 'deleteEvent';

/** The product's "event" is a calendar entry inside; it gets its name here, at the edge. */
export const eventHandlers = (context: Context): Pick<Handlers<'command'>, EventRoutes> => ({
  createEvent: (call) =>
    replyWith('event', scheduleEntry(context, call.body, causeOf(call)), (accepted) =>
      answerEntry(context, accepted, call.actor.userId),
    ),
  changeEvent: (call) =>
    withId(call.params.id, 'event/not-found', (entryId) =>
      replyWith('event', changeEntry(context, entryId, call.body, causeOf(call)), (accepted) =>
        answerEntry(context, accepted, call.actor.userId),
      ),
    ),
  deleteEvent: (call) =>
    withId(call.params.id, 'event/not-found', (entryId) => replyDone(cancelEntry(context, entryId, causeOf(call)))),
});
