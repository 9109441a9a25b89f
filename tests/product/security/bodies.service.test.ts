import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type Product, signUp, startProduct } from '../../support/product.ts';

let product: Product;
let ada: Client;
beforeAll(async () => {
  product = await startProduct();
  ada = await signUp(product);
});
afterAll(() => product.stop());

type Held = {
  readonly target: string;
  readonly type?: string;
  readonly authorization?: string;
  /** A byte a second, rather than nothing. */
  readonly dripping?: boolean;
};

/** Announces a body that does not come. @returns the status answered, if any, once the server has closed the connection. */
const hold = async ({ target, type = 'application/json', authorization, dripping = false }: Held): Promise<number> => {
  const socket = connect(product.running.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {});
  const lines = ['Host: quorum.example', `Content-Type: ${type}`, 'Content-Length: 60000'];
  if (authorization !== undefined) lines.push(`Authorization: Bearer ${authorization}`);
  socket.write(`${[`POST ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  const drip = dripping ? setInterval(() => socket.write(' '), 1000) : undefined;
  await once(socket, 'close');
  clearInterval(drip);
  return Number(answer.split(' ')[1] ?? 0);
};

const line = async (): Promise<string> => {
  const opened = await (await fetch(`${product.origin}/socket.io/?EIO=4&transport=polling`)).text();
  return (JSON.parse(opened.slice(1)) as { sid: string }).sid;
};

describe('a connection whose body does not arrive', () => {
  // Without limits of our own, Node keeps such a connection open for five minutes; the test gives up long before.
  it('is closed, however the request was answered (SAFE-06)', async () => {
    const multipart = 'multipart/form-data; boundary=x';
    const { token: authorization = '' } = ada;
    const polling = `/socket.io/?EIO=4&transport=polling&sid=${await line()}`;
    const answered = await Promise.all([
      hold({ target: '/api/messages/send', authorization }),
      hold({ target: '/api/messages/send', authorization, dripping: true }),
      hold({ target: '/api/messages/send' }),
      hold({ target: '/api/messages/send', dripping: true }),
      hold({ target: '/api/messages/send-file', type: multipart }),
      hold({ target: '/api/messages/send-file', type: multipart, authorization }),
      hold({ target: '/api/nothing', dripping: true }),
      hold({ target: '/files/x' }),
      hold({ target: '/healthz', dripping: true }),
      hold({ target: '/dashboard' }),
      hold({ target: polling, type: 'text/plain', dripping: true }),
    ]);
    expect(answered).toEqual([408, 408, 401, 401, 401, 408, 404, 404, 200, 404, 0]);
  });
});
