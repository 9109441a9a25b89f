import { personSubject } from '@quorum/domain/event-definition.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import { recordFile } from '../file/files.ts';
import type { Cause, Context } from '../handling/context.ts';
import { storeImageCopy } from '../uploads/store-images.ts';

export type PreviewOwner = {
  readonly ownerId: string;
  readonly groupId: string;
  readonly messageId: string;
  /** The same for a repeat of the look-up, so that it leaves one copy. */
  readonly seed: string;
  readonly cause: Cause;
};

type NamedImage = {
  readonly url: string;
  /** Within the message. The file's id is made of it and readable in the log, so that it must not say the address. */
  readonly name: string;
  /** Ends the fetch. */
  readonly signal: AbortSignal;
};

/**
 * Stores a copy of an image that a linked page names. Loaded from its own address, it would reveal to that site who reads the message.
 * @returns the file's id, or undefined if there is no valid image.
 */
export const keepPreviewImage = async (
  context: Pick<Context, 'aggregates' | 'files' | 'links'>,
  { url, name, signal }: NamedImage,
  { ownerId, groupId, messageId, seed, cause }: PreviewOwner,
): Promise<string | undefined> => {
  const { aggregates, files, links } = context;
  const fileId = deterministicUuid(`preview ${seed} ${name}`);
  const { status } = await aggregates.load(fileDecider, fileStream(fileId));
  if (status !== 'none') return status === 'stored' ? fileId : undefined;
  const fetched = await links.fetchImage(url, signal);
  if (!fetched.ok) return undefined;
  const copy = await storeImageCopy(
    { store: files, newId: () => fileId, subject: personSubject(ownerId) },
    ownerId,
    fetched.bytes,
  );
  if (copy === undefined) return undefined;
  const file = { ...copy, ownerId, groupId, messageId, purpose: 'message-preview' as const, name: 'preview' };
  await recordFile(context, file, { ...cause, commandId: `${cause.commandId}:${fileId}` });
  return fileId;
};
