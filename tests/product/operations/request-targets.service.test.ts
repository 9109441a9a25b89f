import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, startProduct } from '../../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Sends a request line as it is, which no client library would do. */
const ask = async (target: string, method = 'GET'): Promise<{ status: number; body: string }> => {
  const socket = connect(product.running.port, '127.0.0.1');
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: quorum.example\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  // The body may come in chunks, with their lengths around it.
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  return { status: Number(answer.split(' ')[1]), body };
};

describe('the target of a request', () => {
  it.each(['http://[/x', 'http://[/api/auth/me', 'http://[::1/api/auth/me', '*'])(
    'that is none is refused in words: %s (API-03, SAFE-06)',
    async (target) => {
      expect(await ask(target)).toEqual({ status: 400, body: '{"error":"The request could not be read"}' });
    },
  );

  it('may be absolute, as sent to a proxy', async () => {
    const { status, body } = await ask('http://quorum.example/api/auth/me?x=1');
    expect([status, body]).toEqual([401, '{"error":"Please log in"}']);
    expect((await ask('http://quorum.example/healthz')).body).toBe('{"status":"alive"}');
  });

  it.each(['/api/groups/%E0%A4%A', '/api//[', '/api/groups/%00', '/api/groups/%'])(
    'that names nothing is answered in words: %s (API-03)',
    async (target) => {
      const { status, body } = await ask(target);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.parse(body)).toHaveProperty('error');
    },
  );
});
