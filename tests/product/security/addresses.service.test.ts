import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct();

/** Sends a raw head, which no client library would. */
const ask = async (running: Product, target: string, ...lines: readonly string[]): Promise<string> => {
  const socket = connect(running.running.port, '127.0.0.1');
  socket.write(`${[`GET ${target} HTTP/1.1`, ...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  return text(socket);
};
const statusOf = (answer: string): number => Number(answer.split(' ')[1]);

describe('a host header', () => {
  it.each(['a b', 'a/../b', 'user@quorum.example', 'quorum.example?x=', 'quorum.example:http', '"quorum"', 'a,b', ''])(
    'a host header is refused on every path if it is malformed: "%s" (SAFE-06)',
    async (host) => {
      for (const target of ['/api/config/app', '/files/x', '/healthz', '/', '/socket.io/?EIO=4&transport=polling'])
        expect([target, statusOf(await ask(product, target, `Host: ${host}`))]).toEqual([target, 400]);
    },
  );

  it('a host header is refused if sent twice, and accepted otherwise (SAFE-06)', async () => {
    const twice = await ask(product, '/healthz', 'Host: quorum.example', 'Host: evil.example');
    expect(statusOf(twice)).toBe(400);
    for (const host of ['quorum.example', '127.0.0.1:8080', '[::1]:8080'])
      expect(statusOf(await ask(product, '/healthz', `Host: ${host}`))).toBe(200);
  });
});

/** Opens a socket like a browser. */
const askForSocket = (running: Product, ...lines: readonly string[]): Promise<string> =>
  ask(
    running,
    '/socket.io/?EIO=4&transport=websocket',
    ...lines,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  );

describe('a socket', () => {
  it('a socket is refused with two hosts (SAFE-17)', async () => {
    expect(statusOf(await askForSocket(product, 'Host: 127.0.0.1', 'Host: evil.example'))).toBe(400);
  });
});

describe('a product with a public address', () => {
  const running = sharedProduct({ PUBLIC_ORIGIN: 'https://quorum.example' });

  it('a product with a public address refuses calls, files and sockets that name another host (SAFE-17)', async () => {
    for (const target of ['/api/config/app', '/files/x', '/socket.io/?EIO=4&transport=polling'])
      expect([target, statusOf(await ask(running, target, 'Host: evil.example'))]).toEqual([target, 400]);
    expect(statusOf(await askForSocket(running, 'Host: evil.example'))).toBe(400);
  });

  it.each(['quorum.example', '127.0.0.1:8080', 'localhost'])(
    'a product with a public address answers %s',
    async (host) => {
      expect(statusOf(await ask(running, '/api/config/app', `Host: ${host}`))).toBe(200);
      expect(statusOf(await ask(running, '/socket.io/?EIO=4&transport=polling', `Host: ${host}`))).toBe(200);
    },
  );
});

describe('strict transport security', () => {
  const isTold = (answer: string): boolean => /^strict-transport-security: max-age=31536000\r$/im.test(answer);

  it('strict transport security is enabled only if the proxy says that the visitor used HTTPS (SAFE-06)', async () => {
    for (const target of ['/api/config/app', '/healthz', '/files/x']) {
      expect(isTold(await ask(product, target, 'Host: quorum.example', 'X-Forwarded-Proto: https'))).toBe(true);
      expect(isTold(await ask(product, target, 'Host: quorum.example'))).toBe(false);
    }
  });

  it('strict transport security is enabled if the public address uses HTTPS (SAFE-06)', async () => {
    const published = await startProduct({ PUBLIC_ORIGIN: 'https://quorum.example', TRUST_PROXY: 'false' });
    try {
      expect(isTold(await ask(published, '/api/config/app', 'Host: quorum.example'))).toBe(true);
    } finally {
      await published.stop();
    }
  });
});

describe('the development outbox', () => {
  it('the development outbox is shown only to this machine, no matter who the caller claims to be (RUN-04)', async () => {
    const outbox = async (forwarded?: string): Promise<number> => {
      const headers = new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded });
      return (await fetch(`${product.origin}/api/dev/sms`, { headers })).status;
    };
    expect(await outbox()).toBe(200);
    expect(await outbox('127.0.0.1')).toBe(200);
    expect(await outbox('192.168.1.20')).toBe(404);
    expect(await outbox('127.0.0.1, 192.168.1.20')).toBe(404);
    expect(await outbox('192.168.1.20, 127.0.0.1')).toBe(404);
  });
});
