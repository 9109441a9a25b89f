import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { securityHeaders } from './security-headers.ts';

/** Of the files that the build makes. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html;charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Compressed forms of a file, the smallest first, by the word for them in `Accept-Encoding` and the end of their names. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A link may end with the full stop of its sentence. */
const NAMES_A_FILE = /\.\w+$/;

type File = { readonly bytes: Buffer; readonly headers: OutgoingHttpHeaders };

const fileAt = (path: string, address: string): File => {
  const bytes = readFileSync(path);
  const encoding = ENCODINGS.find(([, end]) => address.endsWith(end));
  const name = encoding === undefined ? address : address.slice(0, -encoding[1].length);
  const headers = {
    ...securityHeaders,
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Content-Length': bytes.length,
    ...(encoding && { 'Content-Encoding': encoding[0] }),
    Vary: 'Accept-Encoding',
    // Asset names change with their content; everything else is revalidated.
    'Cache-Control': address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
  };
  return { bytes, headers };
};

const filesIn = (folder: string, address = ''): [string, File][] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const [path, name] = [join(folder, entry.name), `${address}/${entry.name}`];
    return entry.isDirectory() ? filesIn(path, name) : [[name, fileAt(path, name)]];
  });

/** A group's page is the dashboard, and the home page begins as sign-in. */
const pathOf = ({ url = '' }: IncomingMessage): string => {
  const [path = ''] = url.split(/[?#]/);
  if (path === '/' || path === '') return '/login';
  return path.startsWith('/dashboard/') ? '/dashboard' : path;
};

/**
 * Serves the built pages from memory: a build may replace its files while the product runs, and without free file handles a page
 * is still served. A path without a file gets the single page whose router knows it. @param folder of the build.
 */
export const staticPages = (folder: string) => {
  const files = new Map(filesIn(folder));
  const nameOf = (path: string): string | undefined => {
    const name = [path, `${path}.html`].find((each) => files.has(each));
    return name ?? (NAMES_A_FILE.test(path) ? undefined : '/index.html');
  };
  const fileFor = (request: IncomingMessage): File | undefined => {
    const [name, accepted] = [nameOf(pathOf(request)), String(request.headers['accept-encoding'] ?? '')];
    if (name === undefined) return undefined;
    const ends = ENCODINGS.flatMap(([encoding, end]) => (accepted.includes(encoding) ? [end] : []));
    return [...ends, ''].flatMap((end) => files.get(`${name}${end}`) ?? []).at(0);
  };
  return (request: IncomingMessage, response: ServerResponse): void => {
    const file = fileFor(request);
    if (file === undefined) {
      response.writeHead(404, { ...securityHeaders, 'Content-Type': 'text/plain' }).end('Not found');
    } else if (request.headers['if-none-match'] === file.headers.ETag) {
      const { 'Content-Length': _, ...headers } = file.headers;
      response.writeHead(304, headers).end();
    } else {
      response.writeHead(200, file.headers).end(file.bytes);
    }
  };
};
