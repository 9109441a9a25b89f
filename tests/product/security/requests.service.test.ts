import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, createGroup, signUp, startProduct } from '../../support/product.ts';
import { sharedProduct } from '../../support/shared-product.ts';
import { connect } from '../../support/sockets.ts';

let ada: Client;
const product = sharedProduct();

beforeAll(async () => {
  ada = await signUp(product);
});

/** Sends a raw request line, which no client library would. */
const ask = async (target: string, method = 'GET'): Promise<{ status: number; body: string }> => {
  const socket = connectTcp(product.running.port, '127.0.0.1');
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: quorum.example\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  // The body may come in chunks, with their lengths around it.
  const body = answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1);
  return { status: Number(answer.split(' ')[1]), body };
};

describe('the target of a request', () => {
  it.each(['http://[/x', 'http://[/api/auth/me', 'http://[::1/api/auth/me', '*'])(
    'the target of a request is refused with an explanation if it is malformed: %s (API-03, SAFE-06)',
    async (target) => {
      expect(await ask(target)).toEqual({ status: 400, body: '{"error":"The request could not be read"}' });
    },
  );

  it('the target of a request may be absolute, as sent to a proxy', async () => {
    const { status, body } = await ask('http://quorum.example/api/auth/me?x=1');
    expect([status, body]).toEqual([401, '{"error":"Please log in"}']);
    expect((await ask('http://quorum.example/healthz')).body).toBe('{"status":"alive"}');
  });

  it.each(['/api/groups/%E0%A4%A', '/api//[', '/api/groups/%00', '/api/groups/%'])(
    'the target of a request is answered with an explanation if it names nothing: %s (API-03)',
    async (target) => {
      const { status, body } = await ask(target);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(JSON.parse(body)).toHaveProperty('error');
    },
  );
});

type Held = {
  readonly target: string;
  readonly type?: string;
  readonly authorization?: string;
  /** A byte a second, rather than nothing. */
  readonly dripping?: boolean;
};

/** Announces a body that does not arrive. @returns the status, if any, once the server has closed the connection. */
const hold = async ({ target, type = 'application/json', authorization, dripping = false }: Held): Promise<number> => {
  const socket = connectTcp(product.running.port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  // The connection may be reset, if a byte was still in flight.
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const lines = ['Host: quorum.example', `Content-Type: ${type}`, 'Content-Length: 60000'];
  if (authorization !== undefined) lines.push(`Authorization: Bearer ${authorization}`);
  socket.write(`${[`POST ${target} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
  const drip = dripping ? setInterval(() => socket.write(' '), 1000) : undefined;
  await closed;
  clearInterval(drip);
  return Number(answer.split(' ')[1] ?? 0);
};

const line = async (): Promise<string> => {
  const opened = await (await fetch(`${product.origin}/socket.io/?EIO=4&transport=polling`)).text();
  return (JSON.parse(opened.slice(1)) as { sid: string }).sid;
};

describe('a connection whose body does not arrive', () => {
  // Without our limits, Node would keep such a connection open for five minutes; the test fails long before.
  it('a connection whose body does not arrive is closed, no matter how the request was answered (SAFE-06)', async () => {
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
      hold({ target: '/api/messages/send-file', type: 'multipart/form-data', authorization, dripping: true }),
      hold({ target: '/api/nothing', dripping: true }),
      hold({ target: '/files/x' }),
      hold({ target: '/healthz', dripping: true }),
      hold({ target: '/dashboard' }),
      hold({ target: polling, type: 'text/plain', dripping: true }),
    ]);
    expect(answered).toEqual([408, 408, 401, 401, 401, 408, 415, 404, 404, 200, 404, 0]);
  });
});

describe('hostile text', () => {
  it('hostile text is stored inert: normalized, without control, reordering or invisible characters (SAFE-06)', async () => {
    const hostile = 'A\u0000\u202Eb\u200B\uFEFF\r\nc\uD800<script>alert(1)</script>';
    const { user } = await ada.must('updateName', { body: { firstName: hostile, lastName: 'Vale' } });
    expect(user.firstName).toBe('Ab c<script>alert(1)</script>');
    const { group } = await ada.must('createGroup', { body: { name: hostile, description: hostile } });
    expect(group.name).toBe('Ab c<script>alert(1)</script>');
    const { message } = await ada.must('sendMessage', { body: { groupId: group._id, content: hostile } });
    expect(message.content).toBe('Ab\nc<script>alert(1)</script>');
    const polluting = await ada.call('updateName', {
      body: JSON.parse('{"firstName":"Robin","lastName":"Vale","__proto__":{"x":1},"constructor":1}') as Record<
        string,
        unknown
      >,
    });
    expect([200, 400]).toContain(polluting.status);
    expect(({} as { x?: number }).x).toBeUndefined();
    await ada.must('updateName', { body: { firstName: 'Robin', lastName: 'Vale' } });
  });
});

describe('responses', () => {
  it('responses always carry strict security headers (SAFE-06)', async () => {
    for (const path of ['/api/config/app', '/api/auth/me', '/api/nothing', '/files/x']) {
      const { headers } = await fetch(`${product.origin}${path}`);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toMatch(/script-src 'self'(;|$)/);
      expect(policy).toMatch(/connect-src 'self'(;|$)/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect((await fetch(`${product.origin}/api/config/app`)).headers.get('cache-control')).toBe('no-store');
  });

  it('responses to sockets from another origin are refusals (SAFE-06)', async () => {
    const url = `${product.origin}/socket.io/?EIO=4&transport=polling`;
    expect((await fetch(url, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(url, { headers: { origin: product.origin } })).status).toBe(200);
  });

  it('responses to malformed frames are refusals, and the socket stays open', async () => {
    const { group } = await createGroup(ada);
    const socket = await connect(product, ada.token);
    const answers = await Promise.all(
      ['nope', null, 42, { a: 1 }, randomUUID()].map(
        (groupId) => new Promise((resolve) => socket.emit('joinGroup', groupId, resolve)),
      ),
    );
    for (const answer of answers) expect(answer).toMatchObject({ ok: false });
    socket.emit('typing', null);
    socket.emit('typing', { groupId: { $ne: 1 } });
    socket.emit('resume', { 'user-x': 'y' }, 'no function');
    socket.emit('leaveGroup', 7);
    const joined = await new Promise((resolve) => socket.emit('joinGroup', group._id, resolve));
    expect(joined).toMatchObject({ ok: true });
    socket.close();
  });

  it('clients that call too often are refused with a time to wait (SAFE-06)', async () => {
    const limited = await startProduct({ REQUEST_RATE: '20' }, { now: () => 1_800_000_000_000 });
    try {
      await signUp(limited, { complete: false });
      const answers = await Promise.all(
        Array.from({ length: 120 }, () =>
          fetch(`${limited.origin}/api/auth/me`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(5);
      expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    } finally {
      await limited.stop();
    }
  });
});
