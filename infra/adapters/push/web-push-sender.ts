import type { PushOutcome, PushSender } from '@quorum/service-kit/ports/push-sender.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { Agent, buildConnector, type Dispatcher, request } from 'undici';
import webPush from 'web-push';
import { checkedConnector, type Resolve, systemResolve } from '../link-fetcher/checked-connector.ts';
import { acceptsTarget, isPublicEndpoint } from './push-targets.ts';
import type { VapidKeys } from './vapid-keys.ts';

export type WebPushOptions = {
  readonly keys: VapidKeys;
  /** Whom a push service may ask about the sender: a `mailto:` address. */
  readonly subject: string;
  readonly resolve?: Resolve;
  /** Opens sockets to checked addresses only. */
  readonly connect?: buildConnector.connector;
};

/** Milliseconds from connecting to the end of the response. */
const TIMEOUT_MS = 5000;

/** Seconds for which a signature is valid, and milliseconds for which it is used again. Services demand at most a day. */
const [VALID, REUSED] = [12 * 3600, 3_600_000];

/** Services whose signatures are kept. */
const CACHE_SIZE = 100;

/** Bytes of a response. */
const MAX_ANSWER = 1024;

/** Says to a push service who sends (RFC 8292). Signing takes longer than all else, so a signature is used for an hour. */
const signer = ({ keys: { publicKey, privateKey }, subject }: Pick<WebPushOptions, 'keys' | 'subject'>) => {
  const known = new RecentlyUsed<string, { readonly header: string; readonly until: number }>(CACHE_SIZE);
  return (service: string): string => {
    const kept = known.get(service);
    if (kept !== undefined && performance.now() < kept.until) return kept.header;
    const expires = Math.floor(Date.now() / 1000) + VALID;
    const signed = webPush.getVapidHeaders(service, subject, publicKey, privateKey, 'aes128gcm', expires);
    known.set(service, { header: signed.Authorization, until: performance.now() + REUSED });
    return signed.Authorization;
  };
};

/** Web Push (RFC 8030): `web-push` signs and encrypts, and the connection is guarded as those of link previews are. */
export const webPushSender = ({ keys, subject, ...options }: WebPushOptions): PushSender => {
  const connect = options.connect ?? buildConnector({ timeout: TIMEOUT_MS });
  const connector = checkedConnector(options.resolve ?? systemResolve, connect);
  const agent = new Agent({ connect: connector, pipelining: 1 });
  const authorizationFor = signer({ keys, subject });
  return {
    publicKey: keys.publicKey,
    accepts: acceptsTarget,
    send: async ({ target: { endpoint, p256dh, auth }, payload, ttl, topic, isUrgent }) => {
      if (!isPublicEndpoint(endpoint)) return { kind: 'refused', reason: 'address-refused' };
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        headers: { Authorization: authorizationFor(new URL(endpoint).origin) },
        TTL: ttl,
        topic,
        urgency: isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const asked = { dispatcher: agent, method: 'POST', headers: headers as Record<string, string>, body, signal };
      try {
        const answer = await request(endpoint, asked);
        await answer.body.dump({ limit: MAX_ANSWER, signal }).catch(() => undefined);
        return outcomeOf(answer);
      } catch (error) {
        return failureOf(error as Error);
      }
    },
  };
};

const outcomeOf = ({ statusCode, headers }: Dispatcher.ResponseData): PushOutcome => {
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' };
  if (statusCode === 404 || statusCode === 410) return { kind: 'gone' };
  const isBusy = statusCode === 429 || statusCode >= 500;
  return isBusy ? laterBy(Number(headers['retry-after'])) : { kind: 'refused', reason: `status-${statusCode}` };
};

const laterBy = (retryAfter: number): PushOutcome =>
  retryAfter >= 0 && Number.isFinite(retryAfter) ? { kind: 'later', retryAfter } : { kind: 'later' };

/** Names and connections fail for a while. */
const failureOf = ({ name }: Error): PushOutcome =>
  name === 'AddressRefusedError' ? { kind: 'refused', reason: 'address-refused' } : { kind: 'later' };
