import { PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { messageStream } from '@quorum/contracts/events/message.ts';
import { decidePost } from '../../domain/message/decide.ts';
import { messageAggregate } from '../../domain/message/message.ts';
import { metadataOf } from '../context.ts';
import { causedBy, type EventPolicy } from './policy.ts';

/** An entry of a group is posted in its chat, as a message with the entry's own id. */
export const announceEntries: EventPolicy = {
  name: 'announce-entries',
  types: new Set(['EntryScheduled']),
  react: async ({ aggregates }, event) => {
    if (event.type !== 'EntryScheduled' || event.data.groupId === PERSONAL_GROUP) return;
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
    await aggregates.handle(
      messageAggregate,
      messageStream(entryId),
      metadataOf(causedBy('announce-entries', event)),
      (message) => decidePost(message, posted),
    );
  },
};
