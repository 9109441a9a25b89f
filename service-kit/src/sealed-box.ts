import { createCipheriv, createDecipheriv } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM. @param iv 12 bytes, never reused with the same key. @param context must be equal when opening.
 * @returns IV, ciphertext and tag.
 */
export const seal = (key: Uint8Array, iv: Uint8Array, context: string, plain: Uint8Array | string): Buffer => {
  const cipher = createCipheriv(ALGORITHM, key, iv);
  cipher.setAAD(Buffer.from(context));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([iv, body, cipher.final(), cipher.getAuthTag()]);
};

/** @throws if the key or the context differs, or the box was altered. */
export const open = (key: Uint8Array, context: string, box: Uint8Array): Buffer => {
  if (box.length < IV_BYTES + TAG_BYTES) throw new Error('the box is too short');
  const end = box.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(end));
  const plain = decipher.update(box.subarray(IV_BYTES, end));
  decipher.final();
  return plain;
};
