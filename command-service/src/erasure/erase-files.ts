import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { FileDocument } from '@quorum/service-kit/reads/media.ts';
import { pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { removeFile } from '../file/files.ts';
import type { Context } from '../handling/context.ts';
import { causedBy } from '../process-managers/process-manager.ts';
import { ERASE } from './remove-content.ts';

const PAGE = 200;

/** Removes the files of a person or a group, except those to be kept. */
export const removeFiles = async (
  context: Pick<Context, 'aggregates' | 'files' | 'reads'>,
  where: { ownerId: string } | { groupId: string },
  event: StoredEvent,
  isKept: (file: FileDocument) => Promise<boolean>,
) => {
  for await (const page of pagesOf(context.reads.active, 'files', { where }, PAGE)) {
    for (const file of page) {
      if (await isKept(file)) continue;
      await removeFile(context, file.id, causedBy(ERASE, event, file.id));
    }
  }
};
