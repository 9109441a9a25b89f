import { type FilePurpose, fileStream } from '@quorum/contracts/events/file.ts';
import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import { fileAggregate } from '../domain/file/file.ts';
import { type Cause, type Context, metadataOf } from './context.ts';

export type KeptFile = {
  readonly fileId: string;
  readonly ownerId: string;
  readonly groupId: string | null;
  /** Of files of messages. */
  readonly messageId?: string;
  readonly purpose: FilePurpose;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels, of images. */
  readonly width: number | null;
  readonly height: number | null;
  /** As its owner called it. */
  readonly name: string;
};

/** Records that a file is kept; only recorded files are ever served. */
export const recordFile = async (
  { aggregates }: Context,
  file: KeptFile,
  cause: Cause,
): Promise<Refusal | undefined> => {
  const recorded = await aggregates.handle(fileAggregate, fileStream(file.fileId), metadataOf(cause), (state) =>
    state.status === 'none' ? [{ type: 'FileStored', data: file }] : [],
  );
  return isRefusal(recorded) ? recorded : undefined;
};

/** Removes a file's bytes, then records it. Idempotent. */
export const removeFile = async ({ aggregates, files }: Context, fileId: string, cause: Cause): Promise<void> => {
  await files.remove(fileId);
  await aggregates.handle(fileAggregate, fileStream(fileId), metadataOf(cause), (state) =>
    state.status === 'stored' ? [{ type: 'FileRemoved', data: { fileId } }] : [],
  );
};
