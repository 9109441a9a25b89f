import { packedWords } from './words.ts';

/** Bytes that begin something other than themselves. */
export const END = 0x00;
export const ID = 0x01;
export const KNOWN_ID = 0x02;
export const INSTANT = 0x03;
export const BASE64 = 0x04;
export const LONG_WORD = 0x05;
export const POSITION = 0x06;
/** The next byte is itself. */
export const PLAIN = 0x07;
export const FIRST_WORD = 0x08;
export const MARKS = 0x20;
export const SHORT_WORDS = MARKS - FIRST_WORD;

export const ID_LENGTH = 36;
export const ID_BYTES = 16;
export const INSTANT_LENGTH = 24;
export const POSITION_LENGTH = 16;
/** Of an instant or a position. */
export const NUMBER_BYTES = 6;
/** Before these bytes of an id stands a dash. */
const DASHED = [4, 6, 8, 10];

export const words: readonly Buffer[] = packedWords.map((word) => Buffer.from(word, 'latin1'));

/** Where the two digits of each byte of an id are. */
export const digitsOfId: readonly number[] = Array.from(
  { length: ID_BYTES },
  (_, byte) => byte * 2 + DASHED.filter((dashed) => dashed <= byte).length,
);

/** Of the digits of an id, by their bytes; -1 for others. */
export const hexValue = new Int8Array(256).fill(-1);
for (const [value, digit] of Buffer.from('0123456789abcdef').entries()) hexValue[digit] = value;

/** Ids that occurred in a row, in the order of their first occurrence. */
export class KnownIds {
  static readonly #MOST = 256;
  readonly bytes = Buffer.allocUnsafe(KnownIds.#MOST * ID_BYTES);
  #count = 0;

  clear(): void {
    this.#count = 0;
  }

  has(number: number): boolean {
    return number < this.#count;
  }

  add(from: Buffer, at: number): void {
    if (this.#count === KnownIds.#MOST) return;
    // A call of `copy` takes longer than so few bytes.
    for (let byte = 0; byte < ID_BYTES; byte++) this.bytes[this.#count * ID_BYTES + byte] = from[at + byte] as number;
    this.#count += 1;
  }

  /** @returns its number; -1 if it is new. */
  find(from: Buffer, at: number): number {
    for (let number = 0; number < this.#count; number++) {
      const own = number * ID_BYTES;
      let same = 0;
      while (same < ID_BYTES && this.bytes[own + same] === from[at + same]) same++;
      if (same === ID_BYTES) return number;
    }
    return -1;
  }
}
