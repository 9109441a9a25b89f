import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy } from '../process-managers/process-manager.ts';

const NAME = 'announce-entries';

/** Posts each group entry in the group's chat, as a message with the entry's own id. */
const announce = async ({ aggregates }: Context, event: EventOf<'EntryScheduled'>): Promise<void> => {
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
  const handled = await aggregates.handle({
    decider: messageDecider,
    stream: messageStream(entryId),
    command: { type: 'PostMessage', message: posted },
    metadata: causedBy(NAME, event),
    facts: async () => {
      const { status } = await aggregates.load(entryDecider, entryStream(entryId));
      return status === 'scheduled' ? { actorId: creatorId } : refuse('event/not-found');
    },
    expectNew: true,
  });
  unlessBusy(handled);
};

/**
 * The read models delete a message that was posted before its entry was cancelled. One that is posted later, or only now, would
 * stay and count as unread. Deleting it in its own stream decides between the two.
 */
const withdraw = async ({ aggregates }: Context, event: EventOf<'EntryCancelled'>): Promise<void> => {
  const { entryId: messageId, groupId, creatorId: senderId } = event.data;
  if (groupId === MY_SCHEDULE) return;
  // No message announces an imported entry.
  if ((await aggregates.load(entryDecider, entryStream(messageId))).importedAt !== null) return;
  const { status, order } = await aggregates.load(messageDecider, messageStream(messageId));
  if (status !== 'none' && order < event.position) return;
  const handled = await aggregates.handle({
    decider: messageDecider,
    stream: messageStream(messageId),
    command: { type: 'WithdrawMessage', message: { messageId, groupId, senderId } },
    metadata: causedBy(NAME, event),
    facts: () => ({ actorId: `system:${NAME}` }),
  });
  unlessBusy(handled);
};

export const announceEntries = processManager(NAME, { EntryScheduled: announce, EntryCancelled: withdraw });
