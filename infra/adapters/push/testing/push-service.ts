import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildConnector } from 'undici';
import { vapidKeys } from '../vapid-keys.ts';
import { type WebPushOptions, webPushSender } from '../web-push-sender.ts';

/** A push as its service and its browser see it. */
export type Received = {
  /** The last part of the endpoint's path. */
  readonly browser: string;
  readonly headers: IncomingMessage['headers'];
  /** The claims of the signature, or undefined if it is not valid. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number } | undefined;
  readonly bytes: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

/** How the service answers the push for a browser; by default 201. */
export type Answer = (browser: string, response: ServerResponse) => void;

const hmac = (key: Uint8Array, ...data: readonly (string | Uint8Array)[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of data) mac.update(part);
  return mac.digest();
};

/** A browser's side of Web Push encryption (RFC 8291, RFC 8188), written for the test alone. */
const createBrowserKeys = () => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const decrypt = (body: Buffer): string => {
    const salt = body.subarray(0, 16);
    const idEnd = 21 + body.readUInt8(20);
    const sender = body.subarray(21, idEnd);
    const secret = hmac(auth, keys.computeSecret(sender));
    const input = hmac(secret, 'WebPush: info\0', keys.getPublicKey(), sender, '\u0001');
    const key = hmac(salt, input);
    const content = hmac(key, 'Content-Encoding: aes128gcm\0\u0001').subarray(0, 16);
    const nonce = hmac(key, 'Content-Encoding: nonce\0\u0001').subarray(0, 12);
    const decipher = createDecipheriv('aes-128-gcm', content, nonce);
    decipher.setAuthTag(body.subarray(-16));
    const padded = Buffer.concat([decipher.update(body.subarray(idEnd, -16)), decipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url'), decrypt };
};

const jsonOf = (part = ''): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

const claimsOf = (authorization = ''): Received['claims'] => {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
  const [head, claims, signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isValid = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isValid ? (jsonOf(claims) as Received['claims']) : undefined;
};

export const HOST = 'push.example.com';

/** A public address, which the connection to this machine stands for. */
const ADDRESS = '93.184.215.14';

const toLocal = buildConnector({ timeout: 1000 });

/** Leads every public name to a port of this machine. */
const localOptions = (
  port: string,
  onDial: () => void = () => undefined,
): Pick<Required<WebPushOptions>, 'resolve' | 'connect'> => ({
  resolve: async () => [ADDRESS],
  connect: (asked, callback) => {
    onDial();
    toLocal({ ...asked, protocol: 'http:', hostname: '127.0.0.1', port }, callback);
  },
});

/** Sends to a service of this machine, which may belong to another process. */
export const senderTo = (port: string, options = localOptions(port)) =>
  webPushSender({ keys: vapidKeys(Buffer.alloc(32, 1)), subject: 'mailto:support@example.com', ...options });

/** A push service on this machine, for senders that believe it to be at a public address. */
export const startPushService = async () => {
  const received: Received[] = [];
  const browsers = new Map<string, ReturnType<typeof createBrowserKeys>>();
  let answer: Answer = (_, response) => response.writeHead(201).end();
  let dialled = 0;
  const server = createServer(async (request, response) => {
    const browser = request.url?.split('/').at(-1) ?? '';
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const payload = JSON.parse(browsers.get(browser)?.decrypt(body) ?? '{}') as Received['payload'];
    const claims = claimsOf(request.headers.authorization);
    received.push({ browser, headers: request.headers, claims, bytes: body.length, payload });
    answer(browser, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port);
  const options = localOptions(port, () => {
    dialled += 1;
  });
  return {
    port,
    received,
    /** Connections made. */
    dialled: () => dialled,
    answerWith: (next: Answer) => {
      answer = next;
    },
    /** A browser's subscription, as it tells the server. */
    subscribe: (browser: string) => {
      const keys = browsers.get(browser) ?? createBrowserKeys();
      browsers.set(browser, keys);
      return {
        endpoint: `https://${HOST}/send/${browser}`,
        keys: { p256dh: keys.p256dh, auth: keys.auth },
        timeZone: 'America/New_York',
      };
    },
    options,
    sender: senderTo(port, options),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

export type PushService = Awaited<ReturnType<typeof startPushService>>;
