import * as format from './format.ts';
import { digitsOfId, hexValue, ID_BYTES, ID_LENGTH, KnownIds } from './ids.ts';
import { packedWords, words } from './words.ts';

const QUOTE = 0x22;
const DASH = 0x2d;
const ZERO = 0x30;
const LETTER_T = 0x54;
const LETTER_Z = 0x5a;
const ASCII = 0x80;
const MOST_BASE64 = 0xffff;
const BASE64_UNIT = 4;
/** The contents of a sealed box follow this word. */
const BOX = packedWords.indexOf('","c":"');

/**
 * The words as a tree: `next[state * 128 + byte]` is the state after a byte. Where a word ends, `ends` has its place
 * plus one.
 */
const states = words.reduce((sum, word) => sum + word.length, 1);
const next = new Uint16Array(states * ASCII);
const ends = new Uint16Array(states);
/** The byte that leads to the state with the next number, so that most steps need not look into the large table. */
const onward = new Uint8Array(states).fill(0xff);
let used = 1;
for (const [place, word] of words.entries()) {
  let state = 0;
  for (const byte of word) {
    const at = state * ASCII + byte;
    if (next[at] === 0) next[at] = used++;
    if (next[at] === state + 1) onward[state] = byte;
    state = next[at] as number;
  }
  ends[state] = place + 1;
}

/** The state after one more byte; 0 if no word continues with it. */
const stepOn = (state: number, byte: number): number => {
  if (onward[state] === byte) return state + 1;
  return byte < ASCII ? (next[state * ASCII + byte] as number) : 0;
};

/** Whether a word, an id, a time, a position or a mark may begin with the byte. */
const mayBegin = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte < format.MARKS || (hexValue[byte] as number) >= 0 || (byte < ASCII && next[byte] !== 0) ? 1 : 0,
);

/** Packs one row after another. */
export class Packer {
  readonly #known = new KnownIds();
  #in = Buffer.allocUnsafe(1 << 14);
  #out = Buffer.allocUnsafe(1 << 15);
  /** What of `in` is packed, and where it ends. */
  #at = 0;
  #end = 0;
  #written = 0;
  #lastInstant = { text: '', milliseconds: 0 };

  /** @param context a text of the row that is stored as it is. */
  pack(context: string, texts: readonly string[]): Buffer {
    this.idsIn(context);
    for (const [index, text] of texts.entries()) {
      if (index > 0) this.#out[this.#written++] = format.END;
      this.#text(text);
    }
    return Buffer.from(this.#out.subarray(0, this.#written));
  }

  /** Valid until the next call. */
  idsIn(context: string): KnownIds {
    this.#known.clear();
    this.#written = 0;
    if (context !== '') this.#text(context);
    this.#written = 0;
    return this.#known;
  }

  #text(text: string): void {
    const most = text.length * 3;
    if (this.#in.length < most) this.#in = Buffer.allocUnsafe(most * 2);
    // A mark in the text takes two bytes, and one more separates texts.
    if (this.#out.length < this.#written + most * 2 + 1)
      this.#out = Buffer.concat([this.#out.subarray(0, this.#written)], (this.#written + most * 2 + 1) * 2);
    this.#end = this.#in.write(text, 'utf8');
    this.#at = 0;
    while (this.#plainBytes()) {
      if (this.#special(this.#in[this.#at] as number)) continue;
      this.#out[this.#written++] = this.#in[this.#at++] as number;
    }
  }

  /** Copies bytes that stand for themselves, which most do. @returns whether there is more */
  #plainBytes(): boolean {
    const from = this.#in;
    const to = this.#out;
    const end = this.#end;
    let at = this.#at;
    let written = this.#written;
    while (at < end && mayBegin[from[at] as number] === 0) to[written++] = from[at++] as number;
    this.#at = at;
    this.#written = written;
    return at < end;
  }

  #special(byte: number): boolean {
    if (byte < format.MARKS) {
      this.#out[this.#written++] = format.PLAIN;
      return false;
    }
    if (next[byte] !== 0) return this.#word();
    const [from, at] = [this.#in, this.#at];
    if (from[at + 8] === DASH) return this.#id();
    if (from[at + 4] === DASH) return this.#instant();
    return byte === ZERO && this.#position();
  }

  #word(): boolean {
    let state = 0;
    let length = 0;
    let place = -1;
    const from = this.#in;
    const start = this.#at;
    const end = this.#end;
    for (let at = start; at < end; at++) {
      const byte = from[at] as number;
      state = stepOn(state, byte);
      if (state === 0) break;
      if (ends[state] === 0) continue;
      length = at + 1 - start;
      place = (ends[state] as number) - 1;
    }
    if (place < 0) return false;
    if (place < format.SHORT_WORDS) this.#out[this.#written++] = format.FIRST_WORD + place;
    else {
      this.#out[this.#written++] = format.LONG_WORD;
      this.#out[this.#written++] = place - format.SHORT_WORDS;
    }
    this.#at += length;
    if (place === BOX) this.#base64();
    return true;
  }

  #id(): boolean {
    const start = this.#written + 1;
    if (!this.#isDashed() || !this.#digitsOfId(start)) return false;
    this.#at += ID_LENGTH;
    const known = this.#known.find(this.#out, start);
    if (known < 0) {
      this.#known.add(this.#out, start);
      this.#out[start - 1] = format.ID;
      this.#written = start + ID_BYTES;
    } else {
      this.#out[start - 1] = format.KNOWN_ID;
      this.#out[start] = known;
      this.#written = start + 1;
    }
    return true;
  }

  #isDashed(): boolean {
    const [from, at] = [this.#in, this.#at];
    if (at + ID_LENGTH > this.#end) return false;
    return from[at + 13] === DASH && from[at + 18] === DASH && from[at + 23] === DASH;
  }

  /** Writes the id's bytes. @returns whether all of its digits are hexadecimal and in lower case */
  #digitsOfId(start: number): boolean {
    for (let byte = 0; byte < ID_BYTES; byte++) {
      const digits = this.#at + (digitsOfId[byte] as number);
      const high = hexValue[this.#in[digits] as number] as number;
      const low = hexValue[this.#in[digits + 1] as number] as number;
      if (high < 0 || low < 0) return false;
      this.#out[start + byte] = high * 16 + low;
    }
    return true;
  }

  #instant(): boolean {
    const [from, at] = [this.#in, this.#at];
    if (at + format.INSTANT_LENGTH > this.#end) return false;
    if (from[at + 10] !== LETTER_T || from[at + 23] !== LETTER_Z) return false;
    const text = from.toString('latin1', at, at + format.INSTANT_LENGTH);
    if (text !== this.#lastInstant.text) {
      const milliseconds = Date.parse(text);
      const isExact = milliseconds >= 0 && new Date(milliseconds).toISOString() === text;
      if (!isExact) return false;
      this.#lastInstant = { text, milliseconds };
    }
    this.#number(format.INSTANT, this.#lastInstant.milliseconds);
    this.#at += format.INSTANT_LENGTH;
    return true;
  }

  #position(): boolean {
    if (this.#at + format.POSITION_LENGTH > this.#end) return false;
    let value = 0;
    for (let digit = 0; digit < format.POSITION_LENGTH; digit++) {
      const number = (this.#in[this.#at + digit] as number) - ZERO;
      if (number < 0 || number > 9) return false;
      value = value * 10 + number;
    }
    if (value >= 2 ** (format.NUMBER_BYTES * 8)) return false;
    this.#number(format.POSITION, value);
    this.#at += format.POSITION_LENGTH;
    return true;
  }

  #number(mark: number, value: number): void {
    this.#out[this.#written] = mark;
    this.#out.writeUIntBE(value, this.#written + 1, format.NUMBER_BYTES);
    this.#written += 1 + format.NUMBER_BYTES;
  }

  #base64(): void {
    const start = this.#at;
    const end = this.#in.indexOf(QUOTE, start);
    if (end <= start || end > this.#end || (end - start) % BASE64_UNIT !== 0) return;
    const text = this.#in.toString('latin1', start, end);
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length === 0 || bytes.length > MOST_BASE64 || bytes.toString('base64') !== text) return;
    this.#out[this.#written] = format.BASE64;
    this.#out.writeUInt16BE(bytes.length, this.#written + 1);
    this.#written += 3 + bytes.copy(this.#out, this.#written + 3);
    this.#at = end;
  }
}
