import type { IncomingMessage } from 'node:http';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';
import { type StoredImage, storePicture } from '../uploads/store-images.ts';
import type { UploadRule } from '../uploads/upload-rules.ts';
import type { Cause, Context } from './context.ts';
import { removeFile } from './files.ts';

export type PictureUpload = {
  /** Name of the multipart field. */
  readonly field: string;
  readonly rule: UploadRule;
  /** The refusal for what looks like an image and is none. */
  readonly broken: Refusal;
  /** Asked before the bytes are read. */
  readonly accept?: () => Promise<Refusal | undefined>;
  /** Id of the picture that is made. */
  readonly fileId: string;
};

/** Receives a picture and keeps what was made of it; nothing is left of the upload itself. */
export const receivePicture = async (
  { files, ids }: Context,
  request: IncomingMessage,
  { field, rule, broken, accept, fileId }: PictureUpload,
): Promise<(StoredImage & { readonly name: string }) | Refusal> => {
  const newId = () => ids.uuid();
  const received = await receiveUpload(request, {
    field,
    rule,
    store: files,
    newId,
    ...(accept === undefined ? {} : { accept }),
  });
  if (!received.ok) return received.refusal;
  const stored = await storePicture({ store: files, newId: () => fileId }, received.file.id);
  return stored === undefined ? broken : { ...stored, name: received.file.name };
};

/** Takes a picture back, and the record of it, when the command it was meant for was refused. */
export const keepOrDrop = async <T>(
  context: Context,
  fileId: string,
  cause: Cause,
  run: () => Promise<T | Refusal>,
): Promise<T | Refusal> => {
  // Should this fail without an outcome, the command may have taken effect: the picture stays until that is known.
  const outcome = await run();
  if (isRefusal(outcome)) await removeFile(context, fileId, { ...cause, commandId: `${cause.commandId}:drop` });
  return outcome;
};

export const brokenPicture = refuse('upload/not-an-image');
export const brokenGroupImage = refuse('upload/not-a-group-image');
