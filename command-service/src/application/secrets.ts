import { createHmac, timingSafeEqual } from 'node:crypto';

/** Keyed hashes. The keys are derived from the master key, one per purpose. */
export class Secrets {
  readonly #key: (purpose: string) => Uint8Array;

  /** @param derive gives a 32-byte secret for a purpose. */
  constructor(derive: (purpose: string) => Uint8Array) {
    const derived = new Map<string, Uint8Array>();
    this.#key = (purpose) => {
      const known = derived.get(purpose);
      if (known !== undefined) return known;
      const key = derive(purpose);
      derived.set(purpose, key);
      return key;
    };
  }

  /** Names a phone number in stream names, so that the log does not tell it. */
  phoneKey(phone: string): string {
    return this.#mac('phone', phone);
  }

  /** Names a network address or another private value in stream names. */
  privateKey(purpose: string, value: string): string {
    return this.#mac(purpose, value);
  }

  codeHash(salt: string, code: string): string {
    return this.#mac('code', `${salt} ${code}`);
  }

  /** A session token that a repeat of the same command gets again, though it is stored nowhere. */
  sessionToken(seed: string): string {
    return createHmac('sha256', this.#key('session-token')).update(seed).digest('base64url');
  }

  #mac(purpose: string, value: string): string {
    return createHmac('sha256', this.#key(purpose)).update(value).digest('base64url');
  }
}

/** Compares in a time that does not tell where the texts part. */
export const equalText = (a: string, b: string): boolean => {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
};
