import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { formatSize, UNKNOWN_SIZE } from '@quorum/contracts/text/file-kinds.ts';
import { keepsMetadata, type RecognizedFile } from './recognize.ts';

/** Maximum bytes of a file, and the refusal of a larger one. `size` is the known part of its size, in bytes. */
export type UploadAllowance = { readonly limit: number; readonly tooLarge: (size: number | undefined) => Refusal };

/** Decides by its kind whether a file may be uploaded. */
export type UploadRule = (file: RecognizedFile) => UploadAllowance | Refusal;

const describe = (size: number | undefined): string => (size === undefined ? UNKNOWN_SIZE : formatSize(size));

export const messageRule: UploadRule = (file) => {
  if (keepsMetadata(file)) return refuse('upload/keeps-metadata');
  return file.isVideo
    ? { limit: limits.video, tooLarge: (size) => refuse('upload/video-too-large', { size: describe(size) }) }
    : { limit: limits.attachment, tooLarge: (size) => refuse('upload/file-too-large', { size: describe(size) }) };
};

export const profilePictureRule: UploadRule = ({ kind }) =>
  kind === 'image'
    ? { limit: limits.picture, tooLarge: () => refuse('upload/picture-too-large') }
    : refuse('upload/not-an-image');

export const groupImageRule: UploadRule = ({ kind }) =>
  kind === 'image'
    ? { limit: limits.picture, tooLarge: () => refuse('upload/group-image-too-large') }
    : refuse('upload/not-a-group-image');
