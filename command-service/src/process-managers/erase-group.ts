import { groupSubject } from '@quorum/domain/event-definition.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { collections, type FileDocument } from '@quorum/service-kit/documents/collections.ts';
import type { Context } from '../application/context.ts';
import { removeFile } from '../application/files.ts';
import { releaseCodes } from '../application/join-codes.ts';
import type { Dropping } from './drop-files.ts';
import { isImageOfAGroup, removeFiles } from './erase-files.ts';
import { ERASE, waitUntilRead } from './erasing.ts';
import { causedBy } from './process-manager.ts';

/** Erases a deleted group: files, codes and key. */
export const eraseGroup = async (
  context: Dropping & Pick<Context, 'keys'>,
  event: EventOf<'GroupDeleted'>,
): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { groupId } = event.data;
  await waitUntilRead(context, event.position);
  const { inviteCode, sixDigitCode, imageId } = await aggregates.load(groupDecider, groupStream(groupId));
  await releaseCodes(context, groupId, [inviteCode, sixDigitCode], (code) => causedBy(ERASE, event, code));
  await removeFiles(context, { groupId }, event, false);
  // An image older than its group was recorded without it.
  const image = imageId === null ? undefined : await reads.active.get<FileDocument>(collections.files.name, imageId);
  if (image !== undefined && !(await isImageOfAGroup(context, image))) {
    await removeFile(context, image.id, causedBy(ERASE, event, image.id));
  }
  await keys.destroy(groupSubject(groupId));
  await aggregates.dropSnapshot(groupStream(groupId));
  aggregates.clear();
  await reads.scrub();
};
