import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { writingSubject } from '@quorum/domain/event-definition.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { ERASURE } from '@quorum/domain/message/events.ts';
import { dropFilesOf } from '../file/drop-files.ts';
import { causedBy, processManager, waitUntilRead } from '../process-managers/process-manager.ts';

const NAME = 'shred-message';

/** Makes content removed by moderation unreadable in every store: files, log, read models. */
export const shredMessage = processManager(NAME, {
  MessageRemoved: async (context, event) => {
    const { messageId, senderId } = event.data;
    // Files first: the previews of a message are only known while its key exists.
    await dropFilesOf(context, event.stream, event);
    await context.keys.destroy(writingSubject(senderId, messageId));
    context.aggregates.clear();
    // Read models remove the texts again, because a parked event may have been retried while they were still readable.
    const recorded = await context.aggregates.handle({
      decider: messageDecider,
      stream: event.stream,
      command: { type: 'RecordErasure' },
      metadata: causedBy(NAME, event, 'erased'),
      facts: () => ({ actorId: ERASURE }),
    });
    if (isRefusal(recorded)) throw new Error(`An erasure could not be recorded: ${recorded.refused}`);
    await waitUntilRead(context, recorded.position);
    await context.reads.scrub();
  },
});
