import { createHmac } from 'node:crypto';
import type { NamingKeys } from '@quorum/service-kit/ports/key-store.ts';
import type { Secrets } from '../session/secrets.ts';

/** `phoneKey` stands for a number in the log. */
export type NumberName = { readonly phoneKey: string };

/**
 * Random names of phone numbers. A keyed hash would stay in the log forever and confirm every right guess. The mapping from name
 * to number is stored only in the key store, where it can be forgotten.
 */
export class NumberNames {
  readonly #keys: NamingKeys;
  readonly #secrets: Secrets;

  constructor(keys: NamingKeys, secrets: Secrets) {
    this.#keys = keys;
    this.#secrets = secrets;
  }

  async find(phone: string): Promise<NumberName | undefined> {
    const subject = this.#subject(phone);
    const key = (await this.#keys.find([subject])).get(subject);
    return key && nameFrom(key);
  }

  /** The number's name, created if it has none. Concurrent first calls agree on one. */
  async obtain(phone: string): Promise<NumberName> {
    const key = await this.#keys.obtain(this.#subject(phone));
    if (key === null) throw new Error('the name of a number is never destroyed, only forgotten');
    return nameFrom(key);
  }

  /** Unlinks the name from the number, which gets a new name next time. */
  async forget(phone: string, phoneKey: string): Promise<void> {
    const subject = this.#subject(phone);
    const key = (await this.#keys.find([subject])).get(subject);
    if (key !== undefined && nameFrom(key).phoneKey === phoneKey) await this.#keys.forget(subject, key);
  }

  #subject(phone: string): string {
    return `number-${this.#secrets.privateKey('phone-number', phone)}`;
  }
}

const nameFrom = (key: Uint8Array): NumberName => ({
  phoneKey: createHmac('sha256', key).update('phone key').digest('base64url'),
});
