import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import type { ReceivedFile } from '../uploads/receive-upload.ts';
import { type StoredImage, storePicture } from '../uploads/store-images.ts';
import type { Accepted } from './aggregates.ts';
import type { Cause, Context } from './context.ts';
import { removeFile } from './files.ts';

export type Picture = StoredImage & { readonly name: string };

/**
 * What is kept of an uploaded picture; nothing is left of the upload itself.
 * @param fileId of the picture that is made. @param broken the refusal for what looks like an image and is none.
 */
export const makePicture = async (
  { files }: Context,
  upload: ReceivedFile,
  fileId: string,
  broken: Refusal,
): Promise<Picture | Refusal> => {
  const stored = await storePicture({ store: files, newId: () => fileId }, upload);
  if (stored === undefined) return broken;
  return isRefusal(stored) ? stored : { ...stored, name: upload.name };
};

/** Takes a picture back, and the record of it, when the command it was meant for was refused, or had another one before. */
export const keepOrDrop = async <S>(
  context: Context,
  fileId: string,
  cause: Cause,
  run: () => Promise<Accepted<S> | Refusal>,
): Promise<Accepted<S> | Refusal> => {
  // Should this fail without an outcome, the command may have taken effect: the picture stays until that is known.
  const outcome = await run();
  if (isRefusal(outcome) || outcome.repeated) {
    await removeFile(context, fileId, { ...cause, commandId: `${cause.commandId}:drop` });
  }
  return outcome;
};

export const brokenPicture = refuse('upload/not-an-image');
export const brokenGroupImage = refuse('upload/not-a-group-image');
