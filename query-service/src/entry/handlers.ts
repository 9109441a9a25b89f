import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { inGroup } from '../group/membership.ts';
import { type Context, joinsOf } from '../reading/context.ts';
import { byId, find, inField, type Loaders, named } from '../reading/loaders.ts';
import { readAt } from '../reading/read-at.ts';
import { checkImport } from './check-import.ts';
import { findConflicts } from './conflicts.ts';
import { deletedEvents } from './deleted-events.ts';
import { eventsOfGroup, mySchedule } from './events.ts';
import { eventHistory } from './history.ts';
import { oneEvent } from './one-event.ts';

const SUGGESTIONS = 6;

export const eventHandlers = (context: Context) => {
  const { reads, places, log } = context;
  return {
    events: async ({ actor: { userId }, query }, permission) => {
      const { groupId } = query;
      if (groupId === undefined || groupId === MY_SCHEDULE)
        return (
          permission({ personal: true, role: undefined }) ??
          readAt(reads, userAudience(userId), () => mySchedule(context, userId, query))
        );
      return inGroup(context, { groupId, actorId: userId }, permission, () =>
        readAt(reads, groupAudience(groupId), () => eventsOfGroup(context, groupId, query, userId)),
      );
    },
    deletedEvents: deletedEvents(context),
    eventHistory: eventHistory(context),
    event: oneEvent(context),
    comingEventsOf: ({ params: { id, userId = '' }, actor }, permission) =>
      inGroup(context, { groupId: id, actorId: actor.userId }, permission, async ({ group }) => {
        const where = { ownerKey: group.id, creatorId: userId };
        const now = new Date(context.clock.now()).toISOString();
        const [single, series] = await Promise.all([
          reads.active.count(
            'entries',
            { where, range: { field: 'startsAt', from: now } },
            limits.comingEventsOfPerson,
          ),
          reads.active.count('series', { where, range: { field: 'endsAt', from: now } }, limits.comingEventsOfPerson),
        ]);
        return { body: { count: single + series } };
      }),
    checkImport: checkImport(context),
    checkConflicts: async ({ actor, body }) => ({ body: await findConflicts(context, actor.userId, body) }),
    addressAutocomplete: async ({ query, correlationId }) => {
      const text = query.query.trim();
      if (text.length < limits.autocompleteMin) return { body: { suggestions: [] } };
      try {
        return { body: { suggestions: [...(await places.suggest(text, SUGGESTIONS))] } };
      } catch (error) {
        log.warn({ correlationId, failure: describeFailure(error) }, 'places are out of reach');
        return refuse('places/unavailable');
      }
    },
  } satisfies Partial<Handlers<'query'>>;
};

/** The views that frames carry. */
export const entryLoaders = {
  event: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'entries', changes.map(named('eventId')));
      return byId(await presentEvents(joinsOf(context), [...found.values()]));
    },
    into: inField('event'),
    gone: 'eventDeleted',
  },
  series: {
    idOf: named('eventId'),
    load: async ({ context }, changes) => {
      const found = await find(context, 'series', changes.map(named('eventId')));
      return byId(await presentSeries(joinsOf(context), [...found.values()]));
    },
    into: inField('series'),
    gone: 'eventDeleted',
  },
} satisfies Partial<Loaders>;
