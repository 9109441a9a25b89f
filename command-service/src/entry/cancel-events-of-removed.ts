import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { cancelEntry } from '../erasure/remove-content.ts';
import { causedBy, processManager, waitUntilRead } from '../process-managers/process-manager.ts';

const NAME = 'cancel-events-of-removed';

const PAGE_SIZE = 200;

/** Cancels the coming events of a removed member in the group, if the person who removed them chose so. */
export const cancelEventsOfRemoved = processManager(NAME, {
  MemberRemoved: async (context, event) => {
    const { groupId: ownerKey, userId: creatorId, withEvents } = event.data;
    if (!withEvents) return;
    await waitUntilRead(context, event.position);
    const where = { ownerKey, creatorId };
    const after = Date.parse(event.recordedAt);
    const coming = (field: 'startsAt' | 'endsAt') =>
      ({ where, range: { field, from: event.recordedAt }, order: { field, direction: 'asc' } }) as const;
    for await (const page of pagesOf(context.reads.active, 'entries', coming('startsAt'), PAGE_SIZE))
      for (const { id } of page) await cancelEntry(context, id, causedBy(NAME, event, id));
    // Past events stay.
    for await (const page of pagesOf(context.reads.active, 'series', coming('endsAt'), PAGE_SIZE))
      for (const { id } of page) await cancelEntry(context, id, causedBy(NAME, event, id), after);
  },
});
