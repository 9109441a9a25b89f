import type { PushOutcome, PushSender } from '@quorum/service-kit/ports/push-sender.ts';
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
const TIMEOUT = 5000;

/** Bytes of a response. */
const MAX_ANSWER = 1024;

/** Web Push (RFC 8030): `web-push` signs and encrypts, and the connection is guarded as those of link previews are. */
export const webPushSender = ({ keys, subject, ...options }: WebPushOptions): PushSender => {
  const connect = options.connect ?? buildConnector({ timeout: TIMEOUT });
  const connector = checkedConnector(options.resolve ?? systemResolve, connect);
  const agent = new Agent({ connect: connector, pipelining: 1 });
  return {
    publicKey: keys.publicKey,
    accepts: acceptsTarget,
    send: async ({ target: { endpoint, p256dh, auth }, payload, ttl, topic, isUrgent }) => {
      if (!isPublicEndpoint(endpoint)) return { kind: 'refused', reason: 'address-refused' };
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, ...keys },
        TTL: ttl,
        topic,
        urgency: isUrgent ? 'high' : 'normal',
        contentEncoding: 'aes128gcm',
      });
      const signal = AbortSignal.timeout(TIMEOUT);
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
