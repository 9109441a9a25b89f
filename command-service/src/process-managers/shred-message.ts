import { writingSubject } from '@quorum/domain/event-definition.ts';
import type { Context } from '../application/context.ts';
import { dropFilesOf } from './drop-files.ts';
import type { ProcessManager } from './process-manager.ts';

/** Makes content removed by moderation unreadable in every store: files, log, read models. */
export const shredMessage: ProcessManager = {
  name: 'shred-message',
  types: new Set(['MessageRemoved']),
  react: async (context: Context, event) => {
    if (event.type !== 'MessageRemoved') return;
    const { messageId, senderId } = event.data;
    // Files first: the previews of a message are only known while its key exists.
    await dropFilesOf(context, event.stream, event);
    await context.keys.destroy(writingSubject(senderId, messageId));
    context.aggregates.clear();
    if (!(await context.waitForReads(event.position))) throw new Error('The read models are behind');
    await context.reads.scrub();
  },
};
