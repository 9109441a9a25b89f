import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Fold } from '@quorum/domain/decider.ts';
import { groupSubject } from '@quorum/domain/event-definition.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import { removeFile } from '../file/files.ts';
import { isEvidence, isGroupImage } from '../file/needed-files.ts';
import type { Context } from '../handling/context.ts';
import { releaseCodes } from '../invite/join-codes.ts';
import { causedBy, type ProcessManager, processManager, waitUntilRead } from '../process-managers/process-manager.ts';
import { eraseAccount } from './erase-account.ts';
import { ExistenceCache } from './existence-cache.ts';
import { cancelEntry, ERASE, eraseMessage, removeFiles, removePoll } from './remove-content.ts';

/** Erases a deleted group: files, codes and key. */
const eraseGroup = async (context: Context, event: EventOf<'GroupDeleted'>): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { groupId } = event.data;
  await waitUntilRead(context, event.position);
  const { inviteCode, sixDigitCode, imageId } = await aggregates.load(groupDecider, groupStream(groupId));
  await releaseCodes(context, groupId, [inviteCode, sixDigitCode], (code) => causedBy(ERASE, event, code));
  // `drop-files` removes the evidence after the decision.
  await removeFiles(context, { groupId }, event, ({ messageId }) => isEvidence(context, messageId));
  // An image older than its group was recorded without it.
  const image = imageId === null ? undefined : await reads.active.get('files', imageId);
  if (image !== undefined && !(await isGroupImage(context, image))) {
    await removeFile(context, image.id, causedBy(ERASE, event, image.id));
  }
  await keys.destroy(groupSubject(groupId));
  aggregates.clear();
  await reads.scrub();
};

/** A request in flight may append its events after its group or its author was deleted. */
const isTooLate = async (
  { aggregates }: Context,
  present: ExistenceCache,
  groupId: string,
  userId: string,
): Promise<boolean> => {
  const isGone = async <S extends { readonly status: string }>(aggregate: Fold<S>, stream: string) =>
    !(await present.find(stream, async () => (await aggregates.load(aggregate, stream)).status !== 'deleted'));
  return (
    (await isGone(userDecider, userStream(userId))) ||
    (groupId !== MY_SCHEDULE && (await isGone(groupDecider, groupStream(groupId))))
  );
};

/** The group something was written in, and its author. */
const writtenIn = (event: StoredEvent): { readonly groupId: string; readonly userId: string } | undefined => {
  if (event.type === 'MessagePosted') return { groupId: event.data.groupId, userId: event.data.senderId };
  if (event.type === 'EntryScheduled' || event.type === 'EntryImported' || event.type === 'PollOpened')
    return { groupId: event.data.groupId, userId: event.data.creatorId };
  return undefined;
};

/**
 * Erases deleted things from every store.
 * @param remembered number of people and groups known to exist. All command services together may have 100,000 people
 * online, in 50,000 groups.
 */
export const erasure = (remembered: number): ProcessManager => {
  /** By stream. Nearly all events come from people and groups known to exist, and cost no look-up. */
  const present = new ExistenceCache(remembered);
  const isPresent = (groupId: string, userId: string): boolean =>
    present.has(userStream(userId)) && (groupId === MY_SCHEDULE || present.has(groupStream(groupId)));

  const cancelIfTooLate = async (context: Context, event: EventOf<'EntryScheduled' | 'EntryImported'>) => {
    const { entryId, groupId, creatorId } = event.data;
    if (await isTooLate(context, present, groupId, creatorId))
      await cancelEntry(context, entryId, causedBy(ERASE, event, entryId));
  };
  const on = {
    AccountDeleted: eraseAccount,
    GroupDeleted: eraseGroup,
    MessagePosted: async (context: Context, event: EventOf<'MessagePosted'>) => {
      const { messageId, groupId, senderId } = event.data;
      if (await isTooLate(context, present, groupId, senderId))
        await eraseMessage(context, messageId, causedBy(ERASE, event, messageId));
    },
    EntryScheduled: cancelIfTooLate,
    EntryImported: cancelIfTooLate,
    PollOpened: async (context: Context, event: EventOf<'PollOpened'>) => {
      const { pollId, groupId, creatorId } = event.data;
      if (await isTooLate(context, present, groupId, creatorId))
        await removePoll(context, pollId, causedBy(ERASE, event, pollId));
    },
  };
  return processManager(ERASE, on, {
    reset: () => present.clear(),
    mayConcern: (event) => {
      // Noted here, in the order of the log: a reaction may begin after later events were checked.
      if (event.type === 'AccountDeleted') present.end(userStream(event.data.userId));
      if (event.type === 'GroupDeleted') present.end(groupStream(event.data.groupId));
      const written = writtenIn(event);
      return written === undefined || !isPresent(written.groupId, written.userId);
    },
  });
};
