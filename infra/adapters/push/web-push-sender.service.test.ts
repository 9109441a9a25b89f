import { randomBytes } from 'node:crypto';
import type { Push } from '@quorum/service-kit/ports/push-sender.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hostileAddresses, hostileIps } from '../link-fetcher/testing/hostile-addresses.ts';
import { HOST, type PushService, startPushService } from './testing/push-service.ts';
import { vapidKeys } from './vapid-keys.ts';
import { webPushSender } from './web-push-sender.ts';

const keys = vapidKeys(Buffer.alloc(32, 7));
const subject = 'mailto:support@example.com';
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
  service.answerWith((_, response) => response.writeHead(201).end());
});

const sender = (more: object = {}) => webPushSender({ keys, subject, ...service.options, ...more });

const pushTo = (more: Partial<Push['target']> = {}): Push => {
  const { endpoint, keys: known } = service.subscribe('laptop');
  return {
    target: { endpoint, ...known, ...more },
    payload: JSON.stringify({ title: 'Ben · Book club', body: 'Hi' }),
    ttl: 60,
    topic: 'topic',
    isUrgent: true,
  };
};

it('a push is signed by the product and encrypted for one browser (NOTE-26, NOTE-27)', async () => {
  expect(await sender().send(pushTo())).toEqual({ kind: 'delivered' });
  const [push] = service.received;
  expect(push?.payload).toEqual({ title: 'Ben · Book club', body: 'Hi' });
  expect(push?.claims).toMatchObject({ aud: `https://${HOST}`, sub: subject });
  expect(push?.claims?.exp).toBeGreaterThan(Date.now() / 1000);
  expect(push?.headers).toMatchObject({ ttl: '60', topic: 'topic', urgency: 'high', 'content-encoding': 'aes128gcm' });
});

it('pushes to one service carry one signature, and pushes to another one its own (NOTE-26)', async () => {
  const one = sender();
  const { endpoint } = pushTo().target;
  for (const to of [endpoint, endpoint, endpoint.replace('https://', 'https://other.')])
    await one.send(pushTo({ endpoint: to }));
  const [first, second, other] = service.received;
  expect(first?.headers.authorization).toBe(second?.headers.authorization);
  expect(other?.claims?.aud).toBe(`https://other.${HOST}`);
});

it('the key pair follows from the secret, so that every process has the same (NOTE-26)', () => {
  expect(vapidKeys(Buffer.alloc(32, 7))).toEqual(keys);
  expect(vapidKeys(Buffer.alloc(32, 8)).publicKey).not.toBe(keys.publicKey);
  expect(vapidKeys(Buffer.alloc(32, 255)).privateKey).toHaveLength(43);
});

it.each([
  [410, {}, { kind: 'gone' }],
  [404, {}, { kind: 'gone' }],
  [429, { 'retry-after': '7' }, { kind: 'later', retryAfter: 7 }],
  [503, {}, { kind: 'later' }],
  [413, {}, { kind: 'refused', reason: 'status-413' }],
  [301, { location: 'http://127.0.0.1/' }, { kind: 'refused', reason: 'status-301' }],
] as const)(
  'a push service that answers %i is understood, and no redirect is followed (NOTE-28)',
  async (status, headers, outcome) => {
    service.answerWith((_, response) => response.writeHead(status, headers).end('x'.repeat(5000)));
    expect(await sender().send(pushTo())).toEqual(outcome);
    expect(service.received).toHaveLength(1);
  },
);

it('a push service that never answers is given up (NOTE-28)', async () => {
  service.answerWith(() => {});
  expect(await sender().send(pushTo())).toEqual({ kind: 'later' });
}, 15_000);

it.each(hostileAddresses)('a push endpoint at %s is neither accepted nor asked (NOTE-28)', async (address) => {
  const endpoint = address.replace(/^http:/, 'https:');
  const before = service.dialled();
  expect(sender().accepts(pushTo({ endpoint }).target)).toBe(false);
  expect(await sender().send(pushTo({ endpoint }))).toEqual({ kind: 'refused', reason: 'address-refused' });
  expect(service.dialled()).toBe(before);
});

it.each(hostileIps)('a push endpoint whose name resolves to %s is not asked (NOTE-28)', async (ip) => {
  const before = service.dialled();
  const outcome = await sender({ resolve: async () => [ip] }).send(pushTo());
  expect(outcome).toEqual({ kind: 'refused', reason: 'address-refused' });
  expect(service.dialled()).toBe(before);
});

it('a push target is accepted only with https and keys that can encrypt', () => {
  const { accepts } = sender();
  expect(accepts(pushTo().target)).toBe(true);
  expect(accepts(pushTo({ endpoint: `http://${HOST}/` }).target)).toBe(false);
  expect(accepts(pushTo({ auth: randomBytes(15).toString('base64url') }).target)).toBe(false);
  expect(accepts(pushTo({ p256dh: randomBytes(65).toString('base64url') }).target)).toBe(false);
});
