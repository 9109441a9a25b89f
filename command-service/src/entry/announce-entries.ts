import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { handle } from '../handling/handle.ts';
import { causedBy, type ProcessManager } from '../process-managers/process-manager.ts';

/** Posts each group entry in the group's chat, as a message with the entry's own id. */
export const announceEntries: ProcessManager = {
  name: 'announce-entries',
  types: new Set(['EntryScheduled']),
  react: async ({ aggregates }, event) => {
    if (event.type !== 'EntryScheduled' || event.data.groupId === MY_SCHEDULE) return;
    const { entryId, groupId, creatorId } = event.data;
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
    await handle(aggregates, {
      decider: messageDecider,
      stream: messageStream(entryId),
      command: { type: 'PostMessage', message: posted },
      cause: causedBy('announce-entries', event),
      facts: () => ({ actorId: creatorId }),
      expectNew: true,
    });
  },
};
