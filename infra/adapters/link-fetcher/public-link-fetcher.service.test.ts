import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { buildConnector } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { type LinkFetcherOptions, publicLinkFetcher } from './public-link-fetcher.ts';
import { hostileAddresses, hostileIps } from './testing/hostile-addresses.ts';

const PUBLIC = '93.184.215.14';
/** A 1×1 GIF. */
const gif = Buffer.from(
  '47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b',
  'hex',
);

let server: Server | undefined;
afterEach(async () => {
  if (server === undefined) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  server = undefined;
});

/** @param within milliseconds for each fetch */
const timed = (within: number, options: LinkFetcherOptions) => {
  const links = publicLinkFetcher(options);
  return {
    fetch: (url: string) => links.fetch(url, AbortSignal.timeout(within)),
    fetchImage: (url: string) => links.fetchImage(url, AbortSignal.timeout(within)),
  };
};

/**
 * A fetcher with all its guards. What it would connect to is written down, and the socket goes to a server on this machine
 * (or nowhere, without one), so that no test ever reaches a network.
 */
const fetcher = async (
  listener?: RequestListener,
  resolve: (host: string) => readonly string[] = () => [PUBLIC],
  within = 5000,
) => {
  const dialled: string[] = [];
  if (listener !== undefined) {
    server = createServer(listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  const port = server === undefined ? undefined : String((server.address() as AddressInfo).port);
  const toLocal = buildConnector({ timeout: 1000 });
  return {
    dialled,
    links: timed(within, {
      resolve: async (host) => resolve(host),
      connect: (options, callback) => {
        dialled.push(options.hostname);
        if (port === undefined) callback(new Error('There is no network here'), null);
        else toLocal({ ...options, protocol: 'http:', hostname: '127.0.0.1', port }, callback);
      },
    }),
  };
};

const html =
  (body: string): RequestListener =>
  (_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body);
  };
const refused = { ok: false, error: 'address-refused' };

describe('a hostile preview address', () => {
  it('hostile preview addresses are tested in at least 80 forms', () => {
    expect(new Set(hostileAddresses).size).toBeGreaterThanOrEqual(80);
  });

  it.each(hostileAddresses)(
    'the hostile preview address %s is refused without a connection (SAFE-05)',
    async (address) => {
      const { links, dialled } = await fetcher();
      expect(await links.fetch(address)).toEqual(refused);
      expect(await links.fetchImage(address)).toEqual(refused);
      expect(dialled).toEqual([]);
    },
  );

  it.each(hostileIps)('a preview address is refused behind a name that resolves to %s (SAFE-05)', async (ip) => {
    for (const answers of [[ip], [PUBLIC, ip]]) {
      const { links, dialled } = await fetcher(undefined, () => answers);
      expect(await links.fetch('http://example.com/')).toEqual(refused);
      expect(await links.fetch('https://example.com/')).toEqual(refused);
      expect(await links.fetchImage('http://example.com/a.png')).toEqual(refused);
      expect(dialled).toEqual([]);
    }
  });

  it.each(hostileAddresses.filter((address) => /^[a-z]+:/.test(address)))(
    'a preview address is refused behind a redirect to %s (SAFE-05)',
    async (address) => {
      let requests = 0;
      const { links, dialled } = await fetcher((_, response) => {
        requests++;
        response.writeHead(302, { location: Buffer.from(address).toString('latin1') }).end();
      });
      expect((await links.fetch('http://example.com/')).ok).toBe(false);
      expect(dialled).toEqual([PUBLIC]);
      expect(requests).toBe(1);
    },
  );

  it('a preview address is refused behind a redirect to a name that resolves to a private address (SAFE-05)', async () => {
    const { links, dialled } = await fetcher(
      (_, response) => response.writeHead(301, { location: 'https://inside.example.org/' }).end(),
      (host) => [host === 'inside.example.org' ? '10.0.0.5' : PUBLIC],
    );
    expect(await links.fetch('http://example.com/')).toEqual(refused);
    expect(dialled).toEqual([PUBLIC]);
  });

  it('a preview address gains nothing by resolving differently the second time (SAFE-05)', async () => {
    let lookups = 0;
    const { links, dialled } = await fetcher(html('<title>x</title>'), () =>
      ++lookups === 1 ? [PUBLIC] : ['127.0.0.1'],
    );
    expect((await links.fetch('http://rebind.example.com/')).ok).toBe(true);
    expect(lookups).toBe(1);
    expect(dialled).toEqual([PUBLIC]);
  });

  it('a preview address is checked again when a redirect leads back to a name that now resolves differently (SAFE-05)', async () => {
    let lookups = 0;
    const { links, dialled } = await fetcher(
      (_, response) => response.writeHead(302, { location: '/again', connection: 'close' }).end(),
      () => (++lookups === 1 ? [PUBLIC] : ['127.0.0.1']),
    );
    expect(await links.fetch('http://rebind.example.com/')).toEqual(refused);
    expect(dialled).toEqual([PUBLIC]);
  });
});

describe('a hostile page', () => {
  it('a page is followed through at most 5 redirects (SAFE-05)', async () => {
    let requests = 0;
    const listener: RequestListener = ({ url = '' }, response) => {
      requests++;
      const left = Number(url.slice(1));
      if (left > 0) response.writeHead(307, { location: `/${left - 1}` }).end();
      else response.setHeader('content-type', 'text/html').end('<title>There</title>');
    };
    const { links } = await fetcher(listener);
    expect(await links.fetch('http://example.com/5')).toEqual({ ok: true, preview: { title: 'There' } });
    requests = 0;
    expect(await links.fetch('http://example.com/6')).toEqual({ ok: false, error: 'too-many-redirects' });
    expect(requests).toBe(6);
  });

  it('a hostile page is read up to 512 KB (SAFE-05)', async () => {
    let sent = 0;
    const { links } = await fetcher((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.write('<head><title>Endless</title>');
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 32))) sent += 16_384;
      };
      response.on('drain', more);
      more();
    });
    expect(await links.fetch('http://example.com/')).toEqual({ ok: true, preview: { title: 'Endless' } });
    // What the sockets had buffered on top of what was read.
    expect(sent).toBeLessThan(16_000_000);
  });

  it('a hostile page contributes nothing beyond its first 512 KB (SAFE-05)', async () => {
    const late = (padding: number) => html(`<head>${' '.repeat(padding)}<title>Late</title>`);
    const { links } = await fetcher(late(524_288 - 30));
    expect((await links.fetch('http://example.com/')).ok).toBe(true);
    server?.removeAllListeners('request').on('request', late(524_288));
    expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error: 'nothing-said' });
  });

  it.each([
    ['never answers', () => {}],
    [
      'never ends',
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        void response.setHeader('content-type', 'text/html').write('<title>'),
    ],
    [
      'redirects ever more slowly',
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        void setTimeout(() => response.writeHead(302, { location: '/' }).end(), 90),
    ],
  ] as [string, RequestListener][])('a hostile page that %s is abandoned (SAFE-05)', async (_, listener) => {
    const { links } = await fetcher(listener, undefined, 250);
    expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error: 'timeout' });
  });

  it('a page is abandoned if its name never resolves (SAFE-05)', async () => {
    const links = timed(100, { resolve: () => new Promise(() => {}) });
    expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error: 'timeout' });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])(
    'a hostile page contributes nothing beyond the first 512 KB of what %s inflates to (SAFE-05)',
    async (encoding, compress) => {
      const late = (padding: number): RequestListener => {
        const page = Buffer.concat([
          Buffer.alloc(padding, ' '),
          Buffer.from('<title>Late</title>'),
          Buffer.alloc(5_000_000),
        ]);
        // Made before it is asked for: the fetcher's own time-out runs meanwhile.
        const body = compress(page);
        return (_, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
        };
      };
      const { links } = await fetcher(late(524_288 - 30));
      expect(await links.fetch('http://example.com/')).toEqual({ ok: true, preview: { title: 'Late' } });
      server?.removeAllListeners('request').on('request', late(524_288));
      expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error: 'nothing-said' });
    },
  );

  it('a page is refused if its compression is corrupt or unknown', async () => {
    for (const encoding of ['gzip', 'br', 'zstd']) {
      const { links } = await fetcher((_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end('<title>x</title>');
      });
      expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error: 'encoding-unreadable' });
      server?.closeAllConnections();
      server?.close();
    }
  });

  it.each([
    [
      'status-404',
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>x</title>'),
    ],
    [
      'type-unwanted',
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    ],
    ['type-unwanted', (_: unknown, response: Parameters<RequestListener>[1]) => void response.end('<title>x</title>')],
    ['nothing-said', html('<p>Hello</p>')],
    ['failed-UND_ERR_SOCKET', ({ socket }: { socket: { destroy: () => void } }) => void socket.destroy()],
  ] as [string, RequestListener][])('a page that cannot be previewed fails as a value: %s', async (error, listener) => {
    const { links } = await fetcher(listener);
    expect(await links.fetch('http://example.com/')).toEqual({ ok: false, error });
  });
});

describe('a page', () => {
  it('a page gives the title, description, image and site name of its preview (CHAT-30)', async () => {
    const { links } = await fetcher(
      html(`<html><head><title>Plain</title><meta property="og:title" content="  Tom &amp; Jerry &lt;3 ">
        <meta name="description" content="d"><meta property="og:description" content="All about\n cats">
        <meta property="og:image" content="/cover.png"><meta property="og:site_name" content="Cats"></head>`),
    );
    expect(await links.fetch('http://example.com/a/b?c#d')).toEqual({
      ok: true,
      preview: {
        title: 'Tom & Jerry <3',
        description: 'All about cats',
        image: 'http://example.com/cover.png',
        siteName: 'Cats',
      },
    });
  });

  it('a page is requested by its name, without anything that identifies the person who asked', async () => {
    let seen: Parameters<RequestListener>[0]['headers'] = {};
    const { links } = await fetcher(({ headers }, response) => {
      seen = headers;
      response.setHeader('content-type', 'text/html').end('<title>x</title>');
    });
    await links.fetch('https://www.example.com/');
    expect(seen.host).toBe('www.example.com');
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['cookie']));
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['referer']));
    expect(seen['user-agent']).toContain('QuorumLinkPreview');
  });

  it('a compressed page is decompressed', async () => {
    const { links } = await fetcher((_, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync('<title>Packed</title>'));
    });
    expect(await links.fetch('http://example.com/')).toEqual({ ok: true, preview: { title: 'Packed' } });
  });
});

describe('the image of a preview', () => {
  const image =
    (bytes: Buffer, type = 'image/gif'): RequestListener =>
    (_, response) => {
      response.setHeader('content-type', type).end(bytes);
    };

  it('the image of a preview is fetched, and recognized by its bytes', async () => {
    const { links } = await fetcher(image(gif, 'text/html'));
    const fetched = await links.fetchImage('https://example.com/a');
    expect(fetched).toMatchObject({ ok: true, mimeType: 'image/gif' });
    expect(fetched.ok && gif.equals(fetched.bytes)).toBe(true);
  });

  it.each([
    ['not-an-image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['not-an-image', '<html><script>alert(1)</script>'],
    ['not-an-image', ''],
  ])('the image of a preview fails as %s for %j (SAFE-04)', async (error, content) => {
    const { links } = await fetcher(image(Buffer.from(content), 'image/png'));
    expect(await links.fetchImage('http://example.com/a.png')).toEqual({ ok: false, error });
  });

  it('the image of a preview is at most 512 KB (SAFE-05)', async () => {
    const sized = (size: number) => image(Buffer.concat([gif, Buffer.alloc(size - gif.length)]));
    const { links } = await fetcher(sized(524_288));
    expect((await links.fetchImage('http://example.com/a')).ok).toBe(true);
    server?.removeAllListeners('request').on('request', sized(524_289));
    expect(await links.fetchImage('http://example.com/a')).toEqual({ ok: false, error: 'too-large' });
    server?.removeAllListeners('request').on('request', (_, response) => {
      const bytes = gzipSync(Buffer.concat([gif, Buffer.alloc(524_289 - gif.length)]));
      response.writeHead(200, { 'content-type': 'image/gif', 'content-encoding': 'gzip' }).end(bytes);
    });
    expect(await links.fetchImage('http://example.com/a')).toEqual({ ok: false, error: 'too-large' });
  });
});
