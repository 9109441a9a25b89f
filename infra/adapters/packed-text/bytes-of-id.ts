import { digitsOfId, hexValue, ID_BYTES, ID_LENGTH } from './format.ts';

const DASHES = [8, 13, 18, 23];

/** The bytes of an id in lower case; `undefined` for any other text. Several times as fast as a pattern and a decoder. */
export const bytesOfId = (text: string): Buffer | undefined => {
  if (text.length !== ID_LENGTH || DASHES.some((at) => text[at] !== '-')) return undefined;
  const bytes = Buffer.allocUnsafe(ID_BYTES);
  for (let byte = 0; byte < ID_BYTES; byte++) {
    const digits = digitsOfId[byte] as number;
    const high = hexValue[text.charCodeAt(digits)] ?? -1;
    const low = hexValue[text.charCodeAt(digits + 1)] ?? -1;
    if (high < 0 || low < 0) return undefined;
    bytes[byte] = high * 16 + low;
  }
  return bytes;
};
