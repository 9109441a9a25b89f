import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import { answerEntry } from '../application/answers.ts';
import type { Context } from '../application/context.ts';
import { cancelEntry, changeEntry, scheduleEntry } from '../application/entries.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type EventRoutes = 'createEvent' | 'changeEvent' | 'deleteEvent';

/** The product's "event" is a calendar entry inside; it gets its name here, at the edge. */
export const eventHandlers = (context: Context): Pick<Handlers<'command'>, EventRoutes> => ({
  createEvent: async (call) => {
    const scheduled = await scheduleEntry(context, call.body, causeOf(call));
    if (isRefusal(scheduled)) return scheduled;
    return { body: { event: await answerEntry(context, scheduled.state) }, position: scheduled.position };
  },
  changeEvent: async (call) => {
    const entryId = call.params.id;
    if (!isId(entryId)) return refuse('event/not-found');
    const changed = await changeEntry(context, entryId, call.body, causeOf(call));
    if (isRefusal(changed)) return changed;
    return { body: { event: await answerEntry(context, changed.state) }, position: changed.position };
  },
  deleteEvent: async (call) => {
    const entryId = call.params.id;
    if (!isId(entryId)) return refuse('event/not-found');
    const cancelled = await cancelEntry(context, entryId, causeOf(call));
    return isRefusal(cancelled) ? cancelled : { body: { success: true }, position: cancelled.position };
  },
});
