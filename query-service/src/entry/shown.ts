import { presentEvents } from '@quorum/service-kit/reads/attendance.ts';
import { presentSeries } from '@quorum/service-kit/reads/series.ts';
import { joinsOf } from '../reading/context.ts';
import { byId, find, inField, type Loaders, named } from '../reading/shown.ts';

/** What frames show of it. */
export const entriesShown = {
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
