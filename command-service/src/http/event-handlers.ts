import { PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { isRefusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { Handlers } from '@quorum/service-kit/call.ts';
import type { Accepted } from '../application/aggregates.ts';
import { answerEntry, refuseRepeat } from '../application/answers.ts';
import type { Cause, Context } from '../application/context.ts';
import { cancelEntry, changeEntry, scheduleEntry } from '../application/entries.ts';
import type { Entry } from '../domain/entry/entry.ts';
import { causeOf } from './cause.ts';
import { isId } from './ids.ts';

type EventRoutes = 'createEvent' | 'changeEvent' | 'deleteEvent';

/** The product's "event" is a calendar entry inside; it gets its name here, at the edge. */
export const eventHandlers = (context: Context): Pick<Handlers<'command'>, EventRoutes> => {
  const answer = async (accepted: Accepted<Entry>, { actorId }: Cause) => {
    const { groupId } = accepted.state;
    const refusal = groupId === PERSONAL_GROUP ? undefined : await refuseRepeat(context, accepted, groupId, actorId);
    return refusal ?? { body: { event: await answerEntry(context, accepted.state) }, position: accepted.position };
  };
  return {
    createEvent: async (call) => {
      const cause = causeOf(call);
      const scheduled = await scheduleEntry(context, call.body, cause);
      return isRefusal(scheduled) ? scheduled : answer(scheduled, cause);
    },
    changeEvent: async (call) => {
      const entryId = call.params.id;
      if (!isId(entryId)) return refuse('event/not-found');
      const cause = causeOf(call);
      const changed = await changeEntry(context, entryId, call.body, cause);
      return isRefusal(changed) ? changed : answer(changed, cause);
    },
    deleteEvent: async (call) => {
      const entryId = call.params.id;
      if (!isId(entryId)) return refuse('event/not-found');
      const cancelled = await cancelEntry(context, entryId, causeOf(call));
      return isRefusal(cancelled) ? cancelled : { body: { success: true }, position: cancelled.position };
    },
  };
};
