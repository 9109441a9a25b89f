import { limits } from '@quorum/contracts/wire/limits.ts';

export const NOT_AN_IMAGE = 'Please select a valid image file';
export const IMAGE_TOO_LARGE = 'Image size must be less than 5MB';
export const IMAGE_HINT = 'JPG or PNG, up to 5MB';
/** What the file dialog offers; what a file really is, the server finds out. */
export const IMAGE_ACCEPT = 'image/jpeg,image/png,image/gif,image/webp';

/** The text that refuses a chosen group image, or nothing. */
export const groupImageError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  // SVG is a document that can carry script; the server takes none.
  if (!type.startsWith('image/') || type === 'image/svg+xml') return NOT_AN_IMAGE;
  return size > limits.picture ? IMAGE_TOO_LARGE : undefined;
};
