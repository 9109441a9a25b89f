/** Where a browser takes pushes: an address of its maker's service, and the keys that encrypt for it. */
export type PushTarget = { readonly endpoint: string; readonly p256dh: string; readonly auth: string };

export type Push = {
  readonly target: PushTarget;
  readonly payload: string;
  /** Seconds for which the service keeps it for a browser that is away. */
  readonly ttl: number;
  /** At most 32 characters. A newer push replaces a waiting one of the same topic. */
  readonly topic: string;
  readonly isUrgent: boolean;
};

/**
 * - `delivered`: the service took it.
 * - `gone`: the browser has ended the subscription.
 * - `later`: the service is busy or failed. `retryAfter` in seconds, if it names one.
 * - `refused`: it will never take it, or may not be asked. `reason` is short and without the address.
 */
export type PushOutcome =
  | { readonly kind: 'delivered' | 'gone' }
  | { readonly kind: 'later'; readonly retryAfter?: number }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The outcome of a push, for metrics. `dropped`: it had become pointless, or too many waited. `failed`: no service took it in
 * five repeats.
 */
export type PushEnd = Exclude<PushOutcome['kind'], 'later'> | 'failed' | 'dropped';

/** Sends pushes to services at public addresses, signed and encrypted. */
export interface PushSender {
  /** The key with which browsers subscribe, base64url. The same in every process, and as long as the key store. */
  readonly publicKey: string;
  /** Whether the address and keys of a target look usable. Its host name is judged on connecting. */
  accepts(target: PushTarget): boolean;
  /** Never rejects. Ends within 5 seconds. */
  send(push: Push): Promise<PushOutcome>;
}
