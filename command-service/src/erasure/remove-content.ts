import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { ERASURE, messageStream } from '@quorum/domain/message/events.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { removeFile } from '../file/files.ts';
import type { CommandMetadata, FileContext } from '../handling/context.ts';
import { causedBy, unlessBusy } from '../process-managers/process-manager.ts';

/** Actor of the events that erasure appends. */
export const ERASE = 'erase';

const PAGE_SIZE = 200;

/**
 * Cancels a calendar entry as a system action. Does nothing if it is not scheduled.
 * @param after milliseconds; of a series only the dates that start later
 */
export const cancelEntry = async (
  { aggregates }: FileContext,
  entryId: string,
  metadata: CommandMetadata,
  after?: number,
): Promise<void> => {
  const cancelled = await aggregates.handle({
    decider: entryDecider,
    stream: entryStream(entryId),
    command: { type: 'CancelEntry', scope: after === undefined ? 'all' : 'following' },
    metadata,
    facts: () => (after === undefined ? undefined : { now: after }),
  });
  unlessBusy(cancelled);
};

/** Removes a poll as a system action. Does nothing if there is none. */
export const removePoll = async (
  { aggregates }: FileContext,
  pollId: string,
  metadata: CommandMetadata,
): Promise<void> => {
  const removed = await aggregates.handle({
    decider: pollDecider,
    stream: pollStream(pollId),
    command: { type: 'RemovePoll' },
    metadata,
    facts: () => ({ now: 0 }),
  });
  unlessBusy(removed);
};

/** Deletes a message whose group or sender was deleted. Does nothing if it is already gone. */
export const eraseMessage = async (
  { aggregates }: FileContext,
  messageId: string,
  metadata: CommandMetadata,
): Promise<void> => {
  const erased = await aggregates.handle({
    decider: messageDecider,
    stream: messageStream(messageId),
    command: { type: 'DeleteMessage' },
    metadata,
    facts: () => ({ actorId: ERASURE }),
  });
  unlessBusy(erased);
};

/** Removes the files of a person or a group, except those to be kept. */
export const removeFiles = async (
  context: FileContext,
  where: { ownerId: string } | { groupId: string },
  event: StoredEvent,
  isKept: (file: FileDocument) => Promise<boolean>,
) => {
  for await (const page of pagesOf(context.reads.active, 'files', { where }, PAGE_SIZE)) {
    for (const file of page) {
      if (await isKept(file)) continue;
      await removeFile(context, file.id, causedBy(ERASE, event, file.id));
    }
  }
};
