import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { fileDecider, type StoredFile } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { CommandMetadata, FileContext } from '../handling/context.ts';

export type FileOutcome = Accepted<StoredFile> | Refusal;

/** Records a stored file. Only recorded files are ever served. */
export const recordFile = (
  { aggregates }: FileContext,
  file: DataOf<'FileStored'>,
  metadata: CommandMetadata,
): Promise<FileOutcome> =>
  aggregates.handle({
    decider: fileDecider,
    stream: fileStream(file.fileId),
    command: { type: 'RecordFile', file },
    metadata,
    facts: () => undefined,
  });

/** Deletes a file's bytes, then records that. Idempotent. */
export const removeFile = async (
  { aggregates, files }: FileContext,
  fileId: string,
  metadata: CommandMetadata,
): Promise<void> => {
  await files.remove(fileId);
  await aggregates.handle({
    decider: fileDecider,
    stream: fileStream(fileId),
    command: { type: 'RemoveFile', fileId },
    metadata,
    facts: () => undefined,
  });
};
