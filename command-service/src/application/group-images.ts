import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { fileDecider } from '@quorum/domain/file/decider.ts';
import { fileStream } from '@quorum/domain/file/events.ts';
import type { Context } from './context.ts';

/**
 * The file behind an address that `upload-group-image` returned to this person.
 * @returns the file's id, or `null` if no address was given.
 */
export const resolveGroupImage = async (
  { aggregates }: Context,
  imageUrl: string | null,
  actorId: string,
): Promise<string | null | Refusal> => {
  if (imageUrl === null || imageUrl === '') return null;
  const fileId = /\/files\/([\w-]+)(?:\?|$)/.exec(imageUrl)?.[1];
  if (fileId === undefined) return refuse('upload/image-unknown');
  const file = await aggregates.load(fileDecider, fileStream(fileId));
  const usable = file.status === 'stored' && file.purpose === 'group-image' && file.ownerId === actorId;
  return usable ? fileId : refuse('upload/image-unknown');
};
