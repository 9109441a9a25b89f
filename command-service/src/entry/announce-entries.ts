import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { causedBy, processManager } from '../process-managers/process-manager.ts';

/** Posts each group entry in the group's chat, as a message with the entry's own id, unless it was cancelled before. */
export const announceEntries = processManager('announce-entries', {
  EntryScheduled: async ({ aggregates }, event) => {
    const { entryId, groupId, creatorId } = event.data;
    if (groupId === MY_SCHEDULE) return;
    const posted = {
      messageId: entryId,
      groupId,
      senderId: creatorId,
      kind: 'entry' as const,
      text: '',
      replyTo: null,
      file: null,
      fileName: null,
    };
    await aggregates.handle({
      decider: messageDecider,
      stream: messageStream(entryId),
      command: { type: 'PostMessage', message: posted },
      cause: causedBy('announce-entries', event),
      // A cancellation deletes the message only if it exists. One posted later would stay, and count as unread.
      facts: async () => {
        const { status } = await aggregates.load(entryDecider, entryStream(entryId));
        return status === 'scheduled' ? { actorId: creatorId } : refuse('event/not-found');
      },
      expectNew: true,
    });
  },
});
