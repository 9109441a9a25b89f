import { describe, expect, it } from 'vitest';
import { byteRange, type ServedFile, serveFile } from './serve-file.ts';

const video: ServedFile = { id: 'f1', size: 1000, name: 'clip.mp4', mimeType: 'video/mp4' };

const named = (name: string, mimeType = 'application/pdf'): ServedFile => ({ ...video, name, mimeType });

describe('a range of bytes', () => {
  it.each([
    [undefined, 1000, 'whole'],
    ['bytes=0-499', 1000, { start: 0, end: 499 }],
    ['bytes=500-', 1000, { start: 500, end: 999 }],
    ['bytes=-1', 1000, { start: 999, end: 999 }],
    ['bytes=-5000', 1000, { start: 0, end: 999 }],
    ['bytes=0-99999', 1000, { start: 0, end: 999 }],
    ['bytes=999-999', 1000, { start: 999, end: 999 }],
    ['bytes=1000-', 1000, 'unsatisfiable'],
    ['bytes=1000-2000', 1000, 'unsatisfiable'],
    ['bytes=-0', 1000, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=-5', 0, 'unsatisfiable'],
    ['bytes=5-4', 1000, 'whole'],
    ['bytes=-', 1000, 'whole'],
    ['bytes=0-1,5-6', 1000, 'whole'],
    ['bytes=a-b', 1000, 'whole'],
    ['items=0-1', 1000, 'whole'],
    ['bytes=0x1-2', 1000, 'whole'],
    [`bytes=${'9'.repeat(400)}-`, 1000, 'whole'],
  ])('a range of bytes is taken from the header %j', (header, size, range) => {
    expect(byteRange(header, size)).toEqual(range);
  });
});

describe('a served file', () => {
  it('a served file cannot execute, whatever it is (SAFE-04)', () => {
    for (const mimeType of ['video/mp4', 'text/html', 'image/svg+xml', '']) {
      expect(serveFile({ ...video, mimeType }, {}).headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^sandbox allow-same-origin; default-src 'none'/),
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, max-age=300',
      });
    }
  });

  it.each(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'video/mp4', 'video/webm', 'video/quicktime'])(
    'a served file is shown inline as %s',
    (mimeType) => {
      const { headers } = serveFile({ ...video, mimeType }, {});
      expect(headers['content-type']).toBe(mimeType);
      expect(headers['content-disposition']).toMatch(/^inline;/);
      expect(serveFile({ ...video, mimeType }, { download: true }).headers['content-disposition']).toMatch(
        /^attachment;/,
      );
    },
  );

  it.each([
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['text/xml', 'application/octet-stream'],
    ['application/xml', 'application/octet-stream'],
    ['application/javascript', 'application/octet-stream'],
    ['text/css', 'application/octet-stream'],
    ['application/x-shockwave-flash', 'application/octet-stream'],
    ['multipart/x-mixed-replace', 'application/octet-stream'],
    ['message/rfc822', 'application/octet-stream'],
    ['application/pdf\r\nSet-Cookie: a=b', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    ['application/pdf', 'application/pdf'],
    [
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['text/plain', 'text/plain; charset=utf-8'],
  ])('a served file of type %j is only offered for saving, as %s (SAFE-04)', (mimeType, contentType) => {
    const { headers } = serveFile({ ...video, mimeType }, {});
    expect(headers['content-type']).toBe(contentType);
    expect(headers['content-disposition']).toMatch(/^attachment;/);
  });

  it.each([
    ['report.pdf', `attachment; filename="report.pdf"; filename*=UTF-8''report.pdf`],
    ['Café (1).pdf', `attachment; filename="Cafe (1).pdf"; filename*=UTF-8''Caf%C3%A9%20%281%29.pdf`],
    ['旅行.pdf', `attachment; filename="__.pdf"; filename*=UTF-8''%E6%97%85%E8%A1%8C.pdf`],
    ['a"b\\c%d.pdf', `attachment; filename="a_b_c_d.pdf"; filename*=UTF-8''a%22b%5Cc%25d.pdf`],
    ["it's*.pdf", `attachment; filename="it's*.pdf"; filename*=UTF-8''it%27s%2A.pdf`],
    ['a\r\nSet-Cookie: b\0', `attachment; filename="a__Set-Cookie: b_"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b%00`],
    ['\ud800.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''_.pdf`],
  ])('a served file is saved under its name %j', (name, header) => {
    expect(serveFile(named(name), {}).headers['content-disposition']).toBe(header);
  });

  it('a served file is sent whole when no range is requested', () => {
    const answer = serveFile(video, {});
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-length': '1000', 'accept-ranges': 'bytes', etag: '"f1"' },
    });
    expect(answer.range).toBeUndefined();
  });

  it('a served file is sent in parts when a range is requested', () => {
    expect(serveFile(video, { range: 'bytes=100-199' })).toMatchObject({
      status: 206,
      headers: { 'content-length': '100', 'content-range': 'bytes 100-199/1000' },
      range: { start: 100, end: 199 },
    });
    const beyond = serveFile(video, { range: 'bytes=1000-' });
    expect(beyond).toMatchObject({ status: 416, headers: { 'content-range': 'bytes */1000' } });
    expect(beyond.headers).not.toHaveProperty('content-length');
  });

  it('a served file is sent in parts only if the client has the same version', () => {
    expect(serveFile(video, { range: 'bytes=1-2', ifRange: '"f1"' }).status).toBe(206);
    for (const ifRange of ['"f2"', 'W/"f1"', 'Sat, 01 Jan 2000 00:00:00 GMT']) {
      expect(serveFile(video, { range: 'bytes=1-2', ifRange }).status).toBe(200);
    }
  });

  it('a served file is not sent again to a client that has it', () => {
    for (const ifNoneMatch of ['"f1"', 'W/"f1"', '"f0", "f1"', '*'])
      expect(serveFile(video, { ifNoneMatch, range: 'bytes=0-1' }).status).toBe(304);
    expect(serveFile(video, { ifNoneMatch: '"f2"' }).status).toBe(200);
  });
});
