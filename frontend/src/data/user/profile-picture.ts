import { limits } from '@quorum/contracts/wire/limits.ts';

/** Why a file cannot be a profile picture, or nothing. The server looks into it; here only its kind and size are known. */
export const profilePictureError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!type.startsWith('image/')) return 'Please select an image file';
  return size > limits.picture ? 'File size must be less than 5MB' : undefined;
};
