import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticPages } from './static-pages.ts';

describe('the built pages', () => {
  let folder: string;
  let server: Server;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quorum-pages-'));
    for (const name of [
      'index.html',
      'login.html',
      'terms.html',
      'dashboard.html',
      'app.js',
      'sw.js',
      'manifest.webmanifest',
    ])
      for (const [end, text] of [
        ['', `${name} as it is`],
        ['.br', `${name} by brotli`],
        ['.gz', `${name} by gzip`],
      ] as const)
        await writeFile(join(folder, `${name}${end}`), text);
    server = createServer(staticPages(folder)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (path: string, accepted: string) => {
    const { port } = server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve) =>
      get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': accepted } }, resolve),
    );
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    return { text, status: response.statusCode, headers: response.headers };
  };

  const compressedAs = async (path: string, accepted: string) => {
    const { text, headers } = await ask(path, accepted);
    return { text, encoding: headers['content-encoding'], vary: headers.vary };
  };

  it('the built pages are compressed as the browser accepts, with a Vary header', async () => {
    for (const [path, name] of [
      ['/app.js', 'app.js'],
      ['/terms', 'terms.html'],
      ['/dashboard/group/1?x=1', 'dashboard.html'],
      ['/', 'login.html'],
      ['/?x=1', 'login.html'],
      ['/AB12CD34', 'index.html'],
      ['/AB12CD34.', 'index.html'],
    ] as const) {
      expect(await compressedAs(path, 'gzip, br')).toEqual({
        text: `${name} by brotli`,
        encoding: 'br',
        vary: 'Accept-Encoding',
      });
      expect(await compressedAs(path, 'gzip')).toEqual({
        text: `${name} by gzip`,
        encoding: 'gzip',
        vary: 'Accept-Encoding',
      });
      expect(await compressedAs(path, 'identity')).toEqual({
        text: `${name} as it is`,
        encoding: undefined,
        vary: 'Accept-Encoding',
      });
    }
  });

  it('the built pages and their assets are served as they were at the start while a build replaces them', async () => {
    const own = await mkdtemp(join(tmpdir(), 'quorum-pages-'));
    await mkdir(join(own, 'assets'));
    for (const name of ['index.html', 'assets/app-1.js']) await writeFile(join(own, name), `The first ${name}`);
    const other = createServer(staticPages(own)).listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    await rm(own, { recursive: true });
    const { port } = other.address() as AddressInfo;
    const page = await fetch(`http://127.0.0.1:${port}/any`);
    expect(await page.text()).toBe('The first index.html');
    const asset = await fetch(`http://127.0.0.1:${port}/assets/app-1.js`);
    expect([await asset.text(), asset.headers.get('cache-control')]).toEqual([
      'The first assets/app-1.js',
      'public, max-age=31536000, immutable',
    ]);
    const etag = page.headers.get('etag') ?? '';
    expect((await fetch(`http://127.0.0.1:${port}/any`, { headers: { 'if-none-match': etag } })).status).toBe(304);
    other.close();
  });

  it('the worker and the manifest are files with types of their own that are always asked for again, and a file that is missing is no page (APP-11)', async () => {
    for (const [path, type] of [
      ['/sw.js', 'text/javascript'],
      ['/manifest.webmanifest', 'application/manifest+json'],
    ] as const) {
      const { status, headers } = await ask(path, 'identity');
      expect([status, headers['content-type']?.split(';')[0], headers['cache-control']]).toEqual([
        200,
        type,
        'no-cache',
      ]);
      expect(headers['content-security-policy']).toContain("worker-src 'self'; manifest-src 'self'");
    }
    for (const path of ['/assets/gone.js', '/icon-48.png', '/manifest.json'])
      expect((await ask(path, 'identity')).status).toBe(404);
  });
});
