import { createHmac, randomBytes } from 'node:crypto';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import type { NamingKeys } from '../../ports/key-store.ts';

/** Common prefix of the keys in the key store. */
const SUBJECT = 'network-addresses';
const HOUR_BYTES = 4;
const KEY_BYTES = 32;
const ENTRY_BYTES = HOUR_BYTES + KEY_BYTES;

/** Keys by clock hour since 1970. */
type HourKeys = ReadonlyMap<number, Uint8Array>;

/** The last hour spans two clock hours, and an address has another name in each. */
export type AddressName = {
  readonly current: string;
  /** Undefined if nothing was named in the hour before. */
  readonly previous: string | undefined;
};

/** A store creates a key for an unknown subject; such a key belongs to no hour. */
const parse = (stored: Uint8Array): HourKeys => {
  const bytes = Buffer.from(stored);
  const keys = new Map<number, Uint8Array>();
  if (bytes.length % ENTRY_BYTES !== 0) return keys;
  for (let at = 0; at < bytes.length; at += ENTRY_BYTES)
    keys.set(bytes.readUInt32BE(at), bytes.subarray(at + HOUR_BYTES, at + ENTRY_BYTES));
  return keys;
};

const format = (keys: HourKeys): Uint8Array =>
  Buffer.concat(
    [...keys].flatMap(([hour, key]) => {
      const number = Buffer.alloc(HOUR_BYTES);
      number.writeUInt32BE(hour);
      return [number, key];
    }),
  );

/** Clocks of processes may differ slightly, so the next hour counts too. */
const isInUse = (hour: number, current: number): boolean => Math.abs(hour - current) <= 1;

const stillInUse = (keys: HourKeys, current: number): HourKeys =>
  new Map([...keys].filter(([hour]) => isInUse(hour, current)));

/**
 * Names network addresses in the log. Each clock hour has a random key, which is destroyed an hour later. After that nobody can
 * confirm a guessed address by its name, even with the log, the key store and the master key. So limits by address
 * have a window of at most an hour.
 */
export class AddressNames {
  readonly #keys: NamingKeys;
  #known: HourKeys = new Map();
  /** Calls that need the same new hour share one look-up. */
  #fetching: { readonly hour: number; readonly keys: Promise<HourKeys> } | undefined;

  /** @param keys not cached: several processes share the keys of an hour. */
  constructor(keys: NamingKeys) {
    this.#keys = keys;
  }

  /** @param now milliseconds. @throws KeysUnavailableError */
  async nameOf(address: string, now: number): Promise<AddressName> {
    const hour = Math.floor(now / HOUR_MS);
    const keys = await this.#keysOf(hour);
    const [current, previous] = [keys.get(hour), keys.get(hour - 1)].map((key) => key && nameWith(key, address));
    if (current === undefined) throw new Error('the clocks of two processes are hours apart');
    return { current, previous };
  }

  /** Destroys the keys of hours that no limit needs. @param now milliseconds. @throws KeysUnavailableError */
  async destroyExpired(now: number): Promise<void> {
    const hour = Math.floor(now / HOUR_MS);
    this.#known = stillInUse(this.#known, hour);
    const stored = (await this.#keys.find([SUBJECT])).get(SUBJECT);
    if (stored === undefined || [...parse(stored).keys()].every((kept) => isInUse(kept, hour))) return;
    await this.#keys.replace(SUBJECT, (present) => format(stillInUse(parse(present), hour)));
  }

  async #keysOf(hour: number): Promise<HourKeys> {
    if (this.#known.has(hour)) return this.#known;
    if (this.#fetching?.hour !== hour) this.#fetching = { hour, keys: this.#fetch(hour) };
    const { keys } = this.#fetching;
    try {
      this.#known = await keys;
      return this.#known;
    } finally {
      if (this.#fetching?.keys === keys) this.#fetching = undefined;
    }
  }

  async #fetch(hour: number): Promise<HourKeys> {
    const stored = parse((await this.#keys.obtain(SUBJECT)) ?? new Uint8Array());
    if (stored.has(hour)) return stillInUse(stored, hour);
    await this.#keys.replace(SUBJECT, (present) => {
      const keys = stillInUse(parse(present), hour);
      return format(keys.has(hour) ? keys : new Map([...keys, [hour, randomBytes(KEY_BYTES)]]));
    });
    return stillInUse(parse((await this.#keys.obtain(SUBJECT)) ?? new Uint8Array()), hour);
  }
}

const nameWith = (key: Uint8Array, address: string): string =>
  createHmac('sha256', key).update(address).digest('base64url');
