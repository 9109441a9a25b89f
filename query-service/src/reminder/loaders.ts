import { eventsById } from '@quorum/service-kit/reads/series.ts';
import { joinsOf } from '../reading/context.ts';
import { inField, type Loaders, named } from '../reading/loaders.ts';

/** The views that frames carry: an event that still starts when its reminder says. */
export const reminderLoaders = {
  dueEvent: {
    idOf: ({ data }) => `${data.eventId} ${data.startsAt}`,
    load: async ({ context }, changes) => {
      const found = await eventsById(joinsOf(context), changes.map(named('eventId')));
      return new Map([...found.values()].map((event) => [`${event._id} ${event.startsAt}`, event]));
    },
    into: inField('event'),
  },
} satisfies Partial<Loaders>;
