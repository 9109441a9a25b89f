/** One red pixel, as PNG. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A small, valid PNG. */
export const smallPicture = (name = 'picture.png'): File => new File([PIXEL], name, { type: 'image/png' });
