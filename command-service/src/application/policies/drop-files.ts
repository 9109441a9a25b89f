import { fileStream } from '@quorum/contracts/events/file.ts';
import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { fileAggregate } from '../../domain/file/file.ts';
import { filesOf } from '../../domain/message/message.ts';
import { removeFile } from '../files.ts';
import { isNeeded } from '../needed-files.ts';
import { causedBy, type EventPolicy } from './policy.ts';

const NAME = 'drop-files';

/** Files that an event brought to a message, a person or a group. */
const broughtBy = (event: StoredEvent): readonly (string | null)[] => {
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

/** Files that nothing shows any more, since something took their place or took it away, are removed. */
export const dropFiles: EventPolicy = {
  name: NAME,
  types: new Set([
    'MessageDeleted',
    'MessageEdited',
    'LinkPreviewsResolved',
    'GroupImageChanged',
    'GroupImageRemoved',
    'PictureChanged',
  ]),
  react: async (context, event) => {
    const history = await context.events.read(event.stream);
    const brought = new Set(history.flatMap(broughtBy));
    if (brought.size === 0) return;
    if (!(await context.waitForReads(event.position))) throw new Error('The read models are behind');
    for (const fileId of brought) {
      if (fileId === null) continue;
      const file = await context.aggregates.load(fileAggregate, fileStream(fileId));
      if (file.status !== 'stored' || (await isNeeded(context, { ...file, id: fileId }))) continue;
      await removeFile(context, fileId, causedBy(NAME, event, fileId));
    }
  },
};
