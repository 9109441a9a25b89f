import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { readJson } from './read-input.ts';

const LIMIT = 64;

const arriving = (pieces: readonly (string | Buffer)[], headers: IncomingHttpHeaders = {}): IncomingMessage => {
  const stream = new PassThrough();
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return Object.assign(stream, { headers }) as unknown as IncomingMessage;
};

const read = (pieces: readonly (string | Buffer)[], headers?: IncomingHttpHeaders) =>
  readJson(arriving(pieces, headers), LIMIT, { timeout: 1000 });

describe('the JSON body of a request', () => {
  it('the JSON body of a request is assembled from its chunks, even if they split a character', async () => {
    const whole = Buffer.from('{"name":"Zoë"}');
    expect(await read([whole.subarray(0, 12), whole.subarray(12)])).toEqual({ name: 'Zoë' });
  });

  it('the JSON body of a request is an empty object if the body is empty', async () => {
    expect(await read([])).toEqual({});
    expect(await read([' \n'])).toEqual({});
  });

  it.each(['{', '"text"', '7', 'null', '[]', '[{}]', 'nonsense'])(
    'the JSON body of a request is malformed as %s',
    async (text) => {
      expect(await read([text])).toBe('malformed');
    },
  );

  it('the JSON body of a request is refused above its limit, by its declared and by its actual length', async () => {
    expect(await read(['{}'], { 'content-length': String(LIMIT + 1) })).toBe('too-large');
    expect(await read([`"${'x'.repeat(LIMIT - 2)}`, '"'])).toBe('malformed');
    expect(await read([`{"a":"${'x'.repeat(LIMIT)}`, '"}'])).toBe('too-large');
  });

  it('the JSON body of a request is not decompressed', async () => {
    expect(await read(['{}'], { 'content-encoding': 'gzip' })).toBe('malformed');
  });

  it('the JSON body of a request times out if it never ends', async () => {
    const stream = new PassThrough();
    stream.write('{"a":');
    expect(
      await readJson(Object.assign(stream, { headers: {} }) as unknown as IncomingMessage, LIMIT, { timeout: 5 }),
    ).toBe('late');
  });

  it('the JSON body of a request is malformed if the client disconnects halfway', async () => {
    const stream = new PassThrough();
    stream.write('{"a":');
    const reading = readJson(Object.assign(stream, { headers: {} }) as unknown as IncomingMessage, LIMIT, {
      timeout: 1000,
    });
    stream.destroy();
    expect(await reading).toBe('malformed');
  });
});
