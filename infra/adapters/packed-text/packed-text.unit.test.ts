import { createHash, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOfId } from './ids.ts';
import { Packer } from './pack.ts';
import { Unpacker } from './unpack.ts';
import { packedWords } from './words.ts';

const packer = new Packer();
const unpacker = new Unpacker();
const roundTrip = (texts: readonly string[], context = ''): readonly string[] =>
  unpacker.unpack(context, packer.pack(context, texts));

const [message, group, sender, command] = Array.from({ length: 4 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
];
const sealed = randomBytes(250).toString('base64');
const data = `{"messageId":"${message}","groupId":"${group}","senderId":"${sender}","kind":"text","replyTo":null,"file":null,"fileName":null,"$box":[{"s":"writings-${sender}/${message}","c":"${sealed}"}]}`;
const metadata = `{"actor":"${sender}","commandId":"${command}","correlationId":"${command}","causationId":"${command}","schemaVersion":1,"recordedAt":"2026-11-22T21:48:33.586Z"}`;

describe('packed texts', () => {
  it('come back unchanged', () => {
    const texts = [
      '',
      data,
      metadata,
      'Grüße, 日本語, 🙂 and \\" \\u0000',
      '"order":"0000000000000309" 00000000000003091 0999999999999999 9999999999999999',
      '2026-02-30T00:00:00.000Z 1969-01-01T00:00:00.000Z +010000-01-01T00:00:00.000Z 2026-01-01T00:00:00.000Z',
      `${message.toUpperCase()} ${message}${message} ${message.slice(1)} ${message.slice(0, 35)}`,
      '","c":"" ","c":"abc" ","c":"abcd" ","c":"ab==" ","c":"YQ==" ","c":"Y\n==" ","c":"YQ',
      Array.from({ length: 40 }, (_, code) => String.fromCharCode(code)).join(''),
      ...packedWords,
      packedWords.join(''),
      packedWords.map((word) => `${word}\u0000`).join(''),
    ];
    expect(roundTrip(texts)).toEqual(texts);
    for (const text of texts) expect(roundTrip([text])).toEqual([text]);
  });

  it('come back unchanged whatever they are', () => {
    const marked = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.uuid(),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
      fc.nat().map((number) => String(number).padStart(16, '0')),
      fc.uint8Array().map((bytes) => `","c":"${Buffer.from(bytes).toString('base64')}"`),
      fc.constantFrom(...packedWords).chain((word) => fc.nat(word.length).map((end) => word.slice(0, end))),
    );
    const text = fc.array(marked, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), text, (texts, context) => {
        expect(roundTrip(texts, context)).toEqual(texts);
      }),
    );
  });

  it('come back unchanged when they are long or hold many ids', () => {
    const ids = Array.from({ length: 600 }, () => randomUUID());
    const texts = [
      JSON.stringify([...ids, ...ids]),
      `{"c":","c":"${randomBytes(70_000).toString('base64')}"`,
      'ä\u0001'.repeat(50_000),
    ];
    expect(roundTrip(texts)).toEqual(texts);
    expect(roundTrip([data])).toEqual([data]);
  });

  it('take less than half of the bytes of a message, and fewer where the row names its id already', () => {
    const { length } = packer.pack('', [data, metadata]);
    expect(length - 250).toBeLessThan((data.length + metadata.length - sealed.length) / 3);
    const inRow = packer.pack(`message-${message}`, [data, metadata]);
    expect(inRow).toHaveLength(length - 15);
    expect(unpacker.unpack(`message-${message}`, inRow)).toEqual([data, metadata]);
  });

  it('keep what people wrote as it is', () => {
    const text = 'We meet at the harbour hall, and whoever is late walks home.';
    expect(packer.pack('', [`{"text":"${text}"}`]).includes(text)).toBe(true);
  });

  it('are understood for ever: the words keep their places', () => {
    const words = Array.from({ length: packedWords.length }, (_, place) =>
      place < 24 ? [0x08 + place] : [0x05, place - 24],
    ).flat();
    expect(unpacker.unpack('', Buffer.from(words)).join()).toBe(packedWords.join(''));
    expect(createHash('sha256').update(packedWords.slice(0, 78).join('\n')).digest('hex')).toBe(
      '9b085995b27974da58dfca9164fac0f7cbeba013ef09a37da7d89d5df18d0b25',
    );
    expect(unpacker.unpack('', Buffer.from('0300019b3a6bf4000600000000013507080c', 'hex'))).toEqual([
      '1970-03-21T20:27:44.500Z',
      '0000000000000309\b,"$box":[{"s":"writings-',
    ]);
  });

  it('become some text, and no error, when their bytes were altered', () => {
    const packed = packer.pack('', [data, metadata]);
    for (let at = 0; at < packed.length; at++) {
      const altered = Buffer.from(packed);
      altered[at] = at % 9;
      expect(() => unpacker.unpack('', altered)).not.toThrow();
      expect(() => unpacker.unpack('', packed.subarray(0, at))).not.toThrow();
    }
  });
});

describe('the bytes of an id', () => {
  it('are those that its digits name, in the order of its text', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (one, other) => {
        const [bytes, others] = [bytesOfId(one), bytesOfId(other)];
        expect(bytes?.toString('hex')).toBe(one.replaceAll('-', ''));
        expect(Math.sign(Buffer.compare(bytes as Buffer, others as Buffer))).toBe(
          Math.sign(one < other ? -1 : one > other ? 1 : 0),
        );
      }),
    );
  });

  it('are those of no other text', () => {
    const others = [
      message.toUpperCase().replace(/^./, 'A'),
      message.slice(1),
      `${message}0`,
      message.replaceAll('-', ''),
      '',
    ];
    const altered = Array.from(message, (_, at) =>
      ['g', '-', '0', 'é', '\u0130'].map((other) => `${message.slice(0, at)}${other}${message.slice(at + 1)}`),
    ).flat();
    const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
    for (const text of [...others, ...altered]) expect(bytesOfId(text) !== undefined, text).toBe(isId(text));
  });
});
