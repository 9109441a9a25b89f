/** One red pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A small, sound PNG. */
export const smallPicture = (): Blob => new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' });
