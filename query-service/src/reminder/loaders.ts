import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { membershipId } from '@quorum/service-kit/reads/group.ts';
import { eventsById } from '@quorum/service-kit/reads/series.ts';
import { joinsOf } from '../reading/context.ts';
import { find, inField, type Loader, type Loaders, named, personOf } from '../reading/loaders.ts';

const dueId: Loader['idOf'] = (change) => `${personOf(change)} ${change.data.eventId} ${change.data.startsAt}`;

const membershipOf = (change: Change): string => membershipId(String(change.data.groupId), personOf(change));

/** The views that frames carry: an event that still starts when its reminder says, unless its person has left the group since. */
export const reminderLoaders = {
  dueEvent: {
    idOf: dueId,
    load: async ({ context }, changes) => {
      const [events, memberships] = await Promise.all([
        eventsById(joinsOf(context), changes.map(named('eventId'))),
        find(context, 'memberships', changes.map(membershipOf)),
      ]);
      return new Map(
        changes.flatMap((change) => {
          const event = events.get(named('eventId')(change));
          const isTheirs = change.data.groupId === MY_SCHEDULE || memberships.has(membershipOf(change));
          return isTheirs && event?.startsAt === change.data.startsAt ? [[dueId(change), event] as const] : [];
        }),
      );
    },
    into: inField('event'),
  },
} satisfies Partial<Loaders>;
