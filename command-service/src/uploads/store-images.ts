import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { MessageFile } from '@quorum/domain/message/events.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { EncodedImage } from './images.ts';
import type { ReceivedFile } from './receive-upload.ts';

/** Pulls in a large native library, so it is loaded with the first image. */
const imageTools = () => import('./images.ts');

export type ImageStore = {
  readonly store: FileStore;
  readonly newId: () => string;
  /** Whose key seals an image. */
  readonly subject: string;
};

export type StoredImage = {
  readonly fileId: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
};

const unreadable = refuse('upload/image-unreadable');

/**
 * Replaces an uploaded file by the profile picture or group image made from it. The upload is always removed. Refused if it cannot
 * be processed, or if the person has too many images queued.
 * @throws FileStoreUnavailableError
 */
export const storePicture = async (
  files: ImageStore,
  { id, uploaderId }: ReceivedFile,
): Promise<StoredImage | Refusal> => {
  try {
    const { encodePicture, uploadsOf } = await imageTools();
    const made = (await encodePicture(uploadsOf(uploaderId), () => bytesOf(files, id))) ?? unreadable;
    return isRefusal(made) ? made : await storeImage(files, made);
  } finally {
    await files.store.remove(id);
  }
};

export type StoredMessageFile = {
  readonly kind: 'image' | 'video' | 'file';
  readonly file: MessageFile;
  /** The smaller rendition named by `file.previewId`. */
  readonly preview?: StoredImage;
};

/**
 * Prepares an uploaded file for a message. An image is replaced by a processed one with a preview; one that cannot be processed
 * is refused, because it would keep its metadata; other files stay as they are. Refused if the person has too many images queued.
 * @throws FileStoreUnavailableError
 */
export const storeMessageFile = async (
  files: ImageStore,
  upload: ReceivedFile,
): Promise<StoredMessageFile | Refusal> => {
  const { id, size, kind, mimeType, uploaderId } = upload;
  if (kind !== 'image') return { kind, file: { fileId: id, size, mimeType } };

  const { encodeMessageImage, uploadsOf } = await imageTools();
  const made = (await encodeMessageImage(uploadsOf(uploaderId), () => bytesOf(files, id))) ?? unreadable;
  if (isRefusal(made)) return made;

  const image = await storeImage(files, made.image);
  const preview = made.preview === undefined ? undefined : await storeImage(files, made.preview);
  await files.store.remove(id);
  const { fileId, size: imageSize, mimeType: imageType, width, height } = image;
  const described = { fileId, size: imageSize, mimeType: imageType, width, height };
  return preview === undefined
    ? { kind, file: described }
    : { kind, file: { ...described, previewId: preview.fileId }, preview };
};

/**
 * Stores a small copy without metadata of an external image, such as that of a link preview. `undefined` if it is not a valid
 * image, or if too many linked by the same person are queued.
 * @throws FileStoreUnavailableError
 */
export const storeImageCopy = async (
  files: ImageStore,
  ownerId: string,
  bytes: Uint8Array,
): Promise<StoredImage | undefined> => {
  const { copiesFor, encodeMessageImage } = await imageTools();
  const made = await encodeMessageImage(copiesFor(ownerId), async () => bytes);
  return made === undefined || isRefusal(made) ? undefined : storeImage(files, made.preview ?? made.image);
};

const storeImage = async ({ store, newId, subject }: ImageStore, image: EncodedImage): Promise<StoredImage> => {
  const { id, size } = await store.write(newId(), Readable.from([image.bytes]), subject);
  return { fileId: id, size, mimeType: image.mimeType, width: image.width, height: image.height };
};

const bytesOf = async ({ store }: ImageStore, id: string): Promise<Buffer> => {
  const found = await store.read(id);
  return found === undefined ? Buffer.alloc(0) : buffer(found.stream);
};
