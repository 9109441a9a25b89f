import { limits } from '@quorum/contracts/kernel/limits.ts';

export const NOT_AN_IMAGE = 'Please select a valid image file';
export const IMAGE_TOO_LARGE = 'Image size must be less than 5MB';
export const IMAGE_HINT = 'JPG or PNG, up to 5MB';
/** The types that the file dialog offers. The server examines the content. */
export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

/** Why a group image is refused, or undefined. */
export const groupImageError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  // SVG is a document that can contain script. The server refuses it.
  if (!type.startsWith('image/') || type === 'image/svg+xml') return NOT_AN_IMAGE;
  return size > limits.picture ? IMAGE_TOO_LARGE : undefined;
};
