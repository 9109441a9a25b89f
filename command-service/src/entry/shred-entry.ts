import { writingSubject } from '@quorum/domain/event-definition.ts';
import { processManager, waitUntilRead } from '../process-managers/process-manager.ts';

/** Makes an entry that was deleted for good unreadable in every store: log, read models. */
export const shredEntry = processManager('shred-entry', {
  EntryPurged: async (context, event) => {
    const { creatorId, entryId } = event.data;
    await context.keys.destroy(writingSubject(creatorId, entryId));
    context.aggregates.clear();
    await waitUntilRead(context, event.position);
    await context.reads.scrub();
  },
});
