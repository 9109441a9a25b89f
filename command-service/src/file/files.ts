import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { type FilePurpose, fileStream } from '@quorum/domain/file/events.ts';
import type { Cause, Context } from '../handling/context.ts';
import { handle } from '../handling/handle.ts';

export type KeptFile = {
  readonly fileId: string;
  readonly ownerId: string;
  readonly groupId: string | null;
  /** For files of messages. */
  readonly messageId?: string;
  readonly purpose: FilePurpose;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels, for images. */
  readonly width: number | null;
  readonly height: number | null;
  /** As the owner named it. */
  readonly name: string;
};

/** Records a stored file. Only recorded files are ever served. */
export const recordFile = async (
  { aggregates }: Pick<Context, 'aggregates'>,
  file: KeptFile,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const recorded = await handle(aggregates, {
    decider: fileDecider,
    stream: fileStream(file.fileId),
    command: { type: 'RecordFile', file },
    cause,
    facts: () => undefined,
  });
  return isRefusal(recorded) ? recorded : undefined;
};

/** Deletes a file's bytes, then records that. Idempotent. */
export const removeFile = async (
  { aggregates, files }: Pick<Context, 'aggregates' | 'files'>,
  fileId: string,
  cause: Cause,
): Promise<void> => {
  await files.remove(fileId);
  await handle(aggregates, {
    decider: fileDecider,
    stream: fileStream(fileId),
    command: { type: 'RemoveFile', fileId },
    cause,
    facts: () => undefined,
  });
};
