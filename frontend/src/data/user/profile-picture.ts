import { limits } from '@quorum/contracts/kernel/limits.ts';

/**
 * Why a file cannot be a profile picture, or undefined. Only its type and size are known here; the server examines the
 * content.
 */
export const profilePictureError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!type.startsWith('image/')) return 'Please select an image file';
  return size > limits.picture ? 'File size must be less than 5MB' : undefined;
};
