import { createHmac, randomBytes } from 'node:crypto';
import { open, seal } from '@quorum/service-kit/sealed-box.ts';

const TOKEN = 'session-token';

/** Shorter keys of callers might be guessed, so a token that depends on them would not be safe. */
export const SAFE_KEY_LENGTH = 22;

/** Keyed hashes. The keys are derived from the master key, one per purpose. */
export class Secrets {
  readonly #key: (purpose: string) => Uint8Array;

  /** @param derive returns a 32-byte secret for a purpose. */
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

  /** A keyed hash for a purpose. The master key allows confirming a guess. */
  privateKey(purpose: string, value: string): string {
    return createHmac('sha256', this.#key(purpose)).update(value).digest('base64url');
  }

  codeHash(salt: string, code: string): string {
    return this.privateKey('code', `${salt} ${code}`);
  }

  /**
   * Seals a session token for a caller who repeats the sign-in. The caller's `Idempotency-Key` opens it and is stored nowhere, so
   * the log and the master key together reveal no token.
   */
  sealToken(repeatKey: string, token: string): string {
    return seal(this.#tokenKey(repeatKey), randomBytes(12), TOKEN, token).toString('base64url');
  }

  /** @throws if it was sealed for another key. */
  openToken(repeatKey: string, sealed: string): string {
    return open(this.#tokenKey(repeatKey), TOKEN, Buffer.from(sealed, 'base64url')).toString();
  }

  #tokenKey(repeatKey: string): Buffer {
    return createHmac('sha256', this.#key(TOKEN)).update(repeatKey).digest();
  }
}
