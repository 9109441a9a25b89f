import { describe, expect, it } from 'vitest';
import { keepsMetadata, recognize } from './recognize.ts';
import { messageRule } from './upload-rules.ts';

const kindOf = async (bytes: Uint8Array | string, name = 'a.bin') => recognize(Buffer.from(bytes as Uint8Array), name);
const box = (brand: string): Buffer =>
  Buffer.from([0, 0, 0, 20, ...Buffer.from(`ftyp${brand}`), 0, 0, 2, 0, ...Buffer.from('isom')]);
const matroska = (type: string): Buffer =>
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + type.length + 3, 0x42, 0x82, 0x80 + type.length, ...Buffer.from(type)]);

describe('recognizing a file by its content', () => {
  it.each([
    ['video/mp4', box('isom')],
    ['video/mp4', box('mp42')],
    ['video/quicktime', box('qt  ')],
    ['video/webm', matroska('webm')],
  ])('a file is recognized by its content as %s, which is played (SAFE-04)', async (mimeType, bytes) => {
    expect(await kindOf(bytes, 'a.html')).toEqual({ kind: 'video', mimeType, isVideo: true });
  });

  it.each(['avif', 'heic', 'heix', 'mif1', 'msf1'])(
    'a file is recognized by its content as a picture that would keep its metadata, if it is of brand %s (SAFE-04)',
    async (brand) => {
      const file = await kindOf(box(brand));
      expect([file.kind, keepsMetadata(file)]).toEqual(['file', true]);
      expect(messageRule(file)).toMatchObject({ refused: 'upload/keeps-metadata' });
    },
  );

  it('an animated PNG is recognized by its content as a picture, which becomes a still (SAFE-04)', async () => {
    const chunk = (name: string, data: number[]) => [0, 0, 0, data.length, ...Buffer.from(name), ...data, 0, 0, 0, 0];
    const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
    const header = chunk('IHDR', [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]);
    const animated = Buffer.from([...signature, ...header, ...chunk('acTL', [0, 0, 0, 2, 0, 0, 0, 0])]);
    expect(await kindOf(animated)).toEqual({ kind: 'image', mimeType: 'image/png', isVideo: false });
  });

  it('a file is recognized by its content as a video only if its first box has a length, and not if markup is there (SAFE-04)', async () => {
    const unknown = { kind: 'file', mimeType: 'application/octet-stream', isVideo: false };
    for (const bytes of ['<!--ftypisom--><script>', '<a>\nftypqt  "', '\0\0\0\0ftypisom\0\0\0\0']) {
      expect(await kindOf(bytes, 'a.mp4')).toEqual(unknown);
    }
  });

  it('a video in a format that browsers do not play may be as large as a video, but is only downloaded', async () => {
    const avi = Buffer.concat([Buffer.from('RIFF\x10\0\0\0AVI LIST'), Buffer.alloc(20)]);
    for (const bytes of [avi, matroska('matroska')]) {
      expect(await kindOf(bytes)).toEqual({ kind: 'file', mimeType: 'application/octet-stream', isVideo: true });
    }
  });

  it.each([
    ['application/pdf', '%PDF-1.7\n%âãÏÓ', 'a.html'],
    ['application/zip', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]), 'a.jpg'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]),
      'A.DOCX',
    ],
    ['application/vnd.ms-excel', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(60)]), 'a.xls'],
    ['text/plain', 'Grüße, 旅行\n\ta < b', 'notes.txt'],
    ['text/plain', 'a,b\r\n1,2', 'table.CSV'],
  ])('a file is recognized by its content as %s, which is downloaded', async (mimeType, bytes, name) => {
    expect(await kindOf(bytes, name)).toEqual({ kind: 'file', mimeType, isVideo: false });
  });

  it('a file is recognized by its content as text only if it contains neither markup nor control characters (SAFE-04)', async () => {
    for (const bytes of [
      '<b>',
      'x\n\n<!doctype html>',
      'a\0b',
      '\x1b[31m',
      '<?xml version="1.0"?>',
      Buffer.from([0x66, 0xfc, 0x66]),
    ]) {
      expect((await kindOf(bytes, 'a.txt')).mimeType).toBe('application/octet-stream');
    }
    expect((await kindOf('hello', 'a.html')).mimeType).toBe('application/octet-stream');
    expect((await kindOf('', 'a.html')).mimeType).toBe('application/octet-stream');
  });

  it('a file is recognized by its content as text even if it is cut within a character', async () => {
    const text = `${'x'.repeat(4099)}旅行`;
    expect((await kindOf(Buffer.from(text).subarray(0, 4100), 'a.txt')).mimeType).toBe('text/plain');
  });
});
