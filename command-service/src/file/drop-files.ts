import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { filesOf } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, waitUntilRead } from '../process-managers/process-manager.ts';
import { removeFile } from './files.ts';
import { isNeeded } from './needed-files.ts';

const NAME = 'drop-files';

/** Files that an event added to a message, a person or a group. */
const filesAddedBy = (event: StoredEvent): readonly (string | null)[] => {
  switch (event.type) {
    case 'MessagePosted':
      return filesOf({ file: event.data.file, previews: null });
    case 'LinkPreviewsResolved':
      return filesOf({ file: null, previews: event.data.previews });
    case 'GroupCreated':
      return [event.data.imageId];
    case 'GroupImageChanged':
    case 'PictureChanged':
      return [event.data.fileId];
    default:
      return [];
  }
};

/** Removes those files of a stream that nothing shows. @param event the event that caused the check. */
export const dropFilesOf = async (context: Context, stream: string, event: StoredEvent): Promise<void> => {
  const history = await context.events.read(stream);
  const added = new Set(history.flatMap(filesAddedBy));
  if (added.size === 0) return;
  await waitUntilRead(context, event.position);
  for (const fileId of added) {
    if (fileId === null) continue;
    const file = await context.aggregates.load(fileDecider, fileStream(fileId));
    if (file.status !== 'stored' || (await isNeeded(context, { ...file, id: fileId }))) continue;
    await removeFile(context, fileId, causedBy(NAME, event, fileId));
  }
};

const dropOwn = (context: Context, event: StoredEvent) => dropFilesOf(context, event.stream, event);

const dropEvidence = (context: Context, event: EventOf<'ReportReviewed' | 'ReportClosed'>) =>
  dropFilesOf(context, messageStream(event.data.messageId), event);

/**
 * Removes files that are no longer shown because they were replaced or removed. A decided report releases the file that was
 * its evidence.
 */
export const dropFiles = processManager(NAME, {
  MessageDeleted: dropOwn,
  MessageEdited: dropOwn,
  LinkPreviewsResolved: dropOwn,
  GroupImageChanged: dropOwn,
  GroupImageRemoved: dropOwn,
  PictureChanged: dropOwn,
  ReportReviewed: dropEvidence,
  ReportClosed: dropEvidence,
});
