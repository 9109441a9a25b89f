/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A small, valid PNG. */
export const smallPicture = (name = 'picture.png'): File =>
  new File([Buffer.from(PIXEL, 'base64')], name, { type: 'image/png' });
