import * as format from './format.ts';
import { digitsOfId, ID_BYTES, ID_LENGTH, KnownIds } from './ids.ts';
import { Packer } from './pack.ts';
import { words } from './words.ts';

const DASH = 0x2d;
const HEX = Buffer.from('0123456789abcdef');
/** The longest thing that a mark stands for, except the contents of a box. */
const LONGEST = Math.max(ID_LENGTH, ...words.map(({ length }) => length));

const highDigit = Uint8Array.from({ length: 256 }, (_, byte) => HEX[byte >> 4] as number);
const lowDigit = Uint8Array.from({ length: 256 }, (_, byte) => HEX[byte & 15] as number);

/** Unpacks one row after another. Bytes that no packer wrote become some text; they are never an error. */
export class Unpacker {
  readonly #packer = new Packer();
  #known = new KnownIds();
  #in: Buffer = Buffer.alloc(0);
  #out = Buffer.allocUnsafe(1 << 15);
  /** What of `in` is unpacked. */
  #at = 0;
  #written = 0;
  #lastInstant = { milliseconds: 0, text: new Date(0).toISOString() };

  /** @param context as it was packed with. */
  unpack(context: string, packed: Buffer): readonly string[] {
    this.#known = this.#packer.idsIn(context);
    [this.#in, this.#at, this.#written] = [packed, 0, 0];
    const texts: string[] = [];
    let from = 0;
    while (this.#at < packed.length) {
      this.#makeRoom(LONGEST);
      const byte = packed[this.#at++] as number;
      if (byte >= format.MARKS) this.#out[this.#written++] = byte;
      else if (byte !== format.END) this.#special(byte);
      else {
        texts.push(this.#out.toString('utf8', from, this.#written));
        from = this.#written;
      }
    }
    texts.push(this.#out.toString('utf8', from, this.#written));
    return texts;
  }

  #makeRoom(length: number): void {
    if (this.#written + length <= this.#out.length) return;
    this.#out = Buffer.concat([this.#out.subarray(0, this.#written)], (this.#written + length) * 2);
  }

  #special(mark: number): void {
    if (mark >= format.FIRST_WORD) this.#word(mark - format.FIRST_WORD);
    else if (mark === format.LONG_WORD) this.#word(format.SHORT_WORDS + this.#byte());
    else if (mark === format.PLAIN) this.#out[this.#written++] = this.#byte();
    else if (mark === format.ID) this.#newId();
    else if (mark === format.KNOWN_ID) this.#knownId(this.#byte());
    else if (mark === format.BASE64) this.#base64();
    else this.#number(mark);
  }

  /** 0 after the end. */
  #byte(): number {
    return this.#in[this.#at++] ?? 0;
  }

  #word(place: number): void {
    const word = words[place];
    if (word === undefined) return;
    for (const byte of word) this.#out[this.#written++] = byte;
  }

  #newId(): void {
    const at = this.#at;
    this.#at += ID_BYTES;
    if (this.#at > this.#in.length) return;
    this.#known.add(this.#in, at);
    this.#id(this.#in, at);
  }

  #knownId(number: number): void {
    if (this.#known.has(number)) this.#id(this.#known.bytes, number * ID_BYTES);
  }

  #id(from: Buffer, at: number): void {
    const [to, start] = [this.#out, this.#written];
    to.fill(DASH, start, start + ID_LENGTH);
    for (let byte = 0; byte < ID_BYTES; byte++) {
      const value = from[at + byte] as number;
      const digits = start + (digitsOfId[byte] as number);
      to[digits] = highDigit[value] as number;
      to[digits + 1] = lowDigit[value] as number;
    }
    this.#written += ID_LENGTH;
  }

  #number(mark: number): void {
    if (this.#at + format.NUMBER_BYTES > this.#in.length) return;
    const value = this.#in.readUIntBE(this.#at, format.NUMBER_BYTES);
    this.#at += format.NUMBER_BYTES;
    if (mark === format.POSITION) this.#ascii(String(value).padStart(format.POSITION_LENGTH, '0'));
    if (mark !== format.INSTANT) return;
    if (value !== this.#lastInstant.milliseconds)
      this.#lastInstant = { milliseconds: value, text: new Date(value).toISOString() };
    this.#ascii(this.#lastInstant.text);
  }

  #base64(): void {
    const length = this.#byte() * 256 + this.#byte();
    const text = this.#in.toString('base64', this.#at, Math.min(this.#at + length, this.#in.length));
    this.#at += length;
    this.#makeRoom(text.length);
    this.#ascii(text);
  }

  #ascii(text: string): void {
    this.#written += this.#out.write(text, this.#written, 'latin1');
  }
}
