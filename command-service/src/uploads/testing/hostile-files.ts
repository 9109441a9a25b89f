import { crc32, deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

export type HostileFile = {
  readonly what: string;
  readonly name: string;
  /** As declared by the client. */
  readonly type: string;
  readonly content: Buffer;
};

/** Contained in every script of the set: where it is still found, it could still run. */
export const SCRIPT = '<script>alert("canary-7f3a")</script>';
const EVENT_HANDLER = '<img src=x onerror=\'alert("canary-7f3a")\'>';

const html = `<!doctype html><html><body>${SCRIPT}${EVENT_HANDLER}</body></html>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="alert('canary-7f3a')">${SCRIPT}<rect width="10" height="10"/></svg>`;
const documents: readonly (readonly [what: string, content: string | Buffer])[] = [
  ['HTML', html],
  ['HTML after blanks', `${'\n'.repeat(600)}${html}`],
  ['HTML after a comment', `<!-- ${'x'.repeat(3000)} -->${html}`],
  ['HTML as UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(html, 'utf16le')])],
  ['HTML as UTF-7', `+ADw-script+AD4-alert(1)+ADw-/script+AD4-${SCRIPT}`],
  ['SVG', svg],
  ['SVG with an XML head', `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>${svg}`],
  ['SVG compressed', gzipSync(svg)],
  ['XML with a stylesheet', `<?xml version="1.0"?><?xml-stylesheet href="javascript:alert(1)"?><a>${SCRIPT}</a>`],
  [
    'XML with nested entities',
    `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><l>&b;</l>`,
  ],
  ['MHTML', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`],
  ['a script', 'alert("canary-7f3a")'],
];
const disguises: readonly (readonly [name: string, type: string])[] = [
  ['photo.png', 'image/png'],
  ['clip.mp4', 'video/mp4'],
  ['notes.txt', 'text/plain'],
];

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
};

/** A PNG that claims this many pixels, with data for `rows` black rows. */
const pngOf = (width: number, height: number, rows: number): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const gifOf = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width, 0);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from([0x80, 0, 0, 0, 0, 0, 255, 255, 255, 0x2c, 0, 0, 0, 0]),
    size,
    Buffer.from([0, 2, 2, 0x44, 1, 0, 0x3b]),
  ]);
};

const zip = Buffer.concat([
  Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
  Buffer.alloc(16),
  Buffer.from([6, 0, 0, 0]),
  Buffer.from('a.html'),
  Buffer.from(html),
]);
const box = (type: string, data: Buffer | string): Buffer => {
  const content = Buffer.from(data as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length + 8);
  return Buffer.concat([length, Buffer.from(type), content]);
};
const fileType = box('ftyp', 'isom\0\0\x02\0isomiso2avc1mp41');
const pdf = `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj\n${SCRIPT}\n%%EOF`;

/** Files meant to be mistaken for something else, to be run, or to harm their readers. */
export const hostileFiles = async (): Promise<readonly HostileFile[]> => {
  const plain = sharp({ create: { width: 64, height: 64, channels: 3, background: '#3a7' } });
  const [jpeg, png, gif, webp, tiff] = await Promise.all([
    plain.clone().jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().gif().toBuffer(),
    plain.clone().webp().toBuffer(),
    plain.clone().tiff().toBuffer(),
  ]);
  const commented = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]),
    Buffer.from(SCRIPT),
    jpeg.subarray(2),
  ]);
  const texted = Buffer.concat([
    png.subarray(0, 33),
    chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)),
    png.subarray(33),
  ]);
  const tagged = await plain
    .clone()
    .withExif({ IFD0: { ImageDescription: SCRIPT, Artist: SCRIPT } })
    .jpeg()
    .toBuffer();
  const script = Buffer.from(SCRIPT);

  const contents: readonly (readonly [what: string, name: string, type: string, content: Buffer | string])[] = [
    ...documents.flatMap(([what, content]) =>
      disguises.map(([name, type]) => [`${what} as ${type}`, name, type, content] as const),
    ),
    // Two kinds at once.
    ['GIF that is a script', 'a.gif', 'image/gif', 'GIF89a/*\0\0*/=1;alert("canary-7f3a")'],
    ['GIF with a page behind it', 'a.gif', 'text/html', Buffer.concat([gif, Buffer.from(html)])],
    ['PNG with a page behind it', 'a.png.html', 'text/html', Buffer.concat([png, Buffer.from(html)])],
    ['PNG with a page in a text chunk', 'a.html', 'text/html', texted],
    ['JPEG with a page in its comment', 'a.jpg', 'text/html', commented],
    ['JPEG with a page in its metadata', 'a.htm', 'text/html', tagged],
    ['JPEG that is a ZIP', 'a.jpg', 'image/jpeg', Buffer.concat([jpeg, zip])],
    ['WebP with a page behind it', 'a.webp', 'image/webp', Buffer.concat([webp, script])],
    [
      'JPEG head before a page',
      'a.jpg',
      'image/jpeg',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(html)]),
    ],
    ['PNG head before a page', 'a.png', 'image/png', Buffer.concat([png.subarray(0, 8), Buffer.from(html)])],
    [
      'WebP head before a page',
      'a.webp',
      'image/webp',
      Buffer.concat([Buffer.from('RIFF\xff\xff\0\0WEBPVP8 ', 'latin1'), script]),
    ],
    ['page that looks like MP4 to those who look at the fifth byte', 'a.mp4', 'video/mp4', `<!--ftypisom-->${html}`],
    ['MP4 with a page in a box', 'a.mp4', 'text/html', Buffer.concat([fileType, box('udta', html)])],
    [
      'MP4 whose first box is endless',
      'a.mp4',
      'video/mp4',
      Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0xff]), Buffer.from('ftypisom'), script]),
    ],
    [
      'WebM head before a page',
      'a.webm',
      'video/webm',
      Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from(html)]),
    ],
    ['PDF with a script', 'a.pdf', 'application/pdf', pdf],
    ['PDF as a page', 'a.html', 'text/html', pdf],
    ['ZIP with a page', 'a.jpg', 'image/jpeg', zip],
    ['ZIP as a document', 'a.docx', 'text/html', zip],
    ['TIFF', 'a.jpg', 'image/jpeg', tiff],
    [
      'program for Windows',
      'holiday.jpg',
      'image/jpeg',
      Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)]),
    ],
    [
      'program for Linux',
      'a.mp4',
      'video/mp4',
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(200)]),
    ],
    ['Flash', 'a.gif', 'image/gif', Buffer.concat([Buffer.from('CWS\x0a'), Buffer.alloc(100)])],
    ['PostScript', 'a.jpg', 'image/jpeg', '%!PS-Adobe-3.0\n(/etc/passwd) (r) file'],
    [
      'ImageMagick script',
      'a.jpg',
      'image/jpeg',
      'push graphic-context\nfill "url(https://example.com/x.jpg"|ls "-la)"\npop graphic-context',
    ],
    ['shell script', 'a.txt', 'text/plain', '#!/bin/sh\nrm -rf /'],
    // Too large inside.
    ['PNG of 4 billion pixels', 'a.png', 'image/png', pngOf(65_000, 65_000, 4)],
    ['PNG of 81 million pixels, all there', 'a.png', 'image/png', pngOf(9000, 9000, 9000)],
    ['PNG of the largest numbers', 'a.png', 'image/png', pngOf(0x7fffffff, 0x7fffffff, 1)],
    ['PNG without pixels', 'a.png', 'image/png', pngOf(0, 0, 0)],
    ['GIF of 4 billion pixels', 'a.gif', 'image/gif', gifOf(65_535, 65_535)],
    ['GIF without pixels', 'a.gif', 'image/gif', gifOf(0, 0)],
    ['gzip of nothing but zeros', 'a.gz', 'application/gzip', gzipSync(Buffer.alloc(20_000_000))],
    // Broken.
    ['JPEG cut off', 'a.jpg', 'image/jpeg', jpeg.subarray(0, jpeg.length / 2)],
    ['PNG cut off', 'a.png', 'image/png', png.subarray(0, 60)],
    ['GIF cut off', 'a.gif', 'image/gif', gif.subarray(0, 20)],
    ['WebP cut off', 'a.webp', 'image/webp', webp.subarray(0, 24)],
    [
      'PNG with a wrong checksum',
      'a.png',
      'image/png',
      Buffer.concat([png.subarray(0, 29), Buffer.from('xxxx'), png.subarray(33)]),
    ],
    ['nothing', 'empty.png', 'image/png', ''],
    ['one byte', 'a.png', 'image/png', '\x89'],
    ['noise', 'a.jpg', 'image/jpeg', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251))],
    // Names.
    ['name that climbs', '../../../../etc/cron.d/evil', 'text/plain', 'hello'],
    ['name that climbs on Windows', '..\\..\\Windows\\System32\\evil.dll', 'text/plain', 'hello'],
    ['name that is a folder', '..', 'text/plain', 'hello'],
    ['name with NUL', 'a.png\0.html', 'image/png', html],
    ['name that reads backwards', 'invoice\u202egpj.html', 'image/jpeg', html],
    ['name with line breaks', 'a\u2028Set-Cookie: x=y\u0085.txt', 'text/plain', 'hello'],
    ['name without end', `${'a'.repeat(3000)}.html`, 'text/plain', html],
    ['name that is markup', '<img src=x onerror=alert(1)>.txt', 'text/plain', 'hello'],
    ['name of a device', 'CON', 'text/plain', 'hello'],
    ['invisible name', '\u200b\u2060', 'text/plain', 'hello'],
    ['type with a line break', 'a.txt', 'text/html; charset="x', html],
  ];
  return contents.map(([what, name, type, content]) => ({ what, name, type, content: Buffer.from(content as string) }));
};
