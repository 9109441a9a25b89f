import { createHash, timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { AdminMisses } from './admin-misses.ts';
import type { AdminVisits } from './admin-visits.ts';
import { RateLimit } from './rate-limit.ts';

/** `passwordHash` is the password's SHA-256 in hex. */
export type AdminCredentials = { readonly username: string; readonly passwordHash: string };

/**
 * Wrong credentials allowed per address and hour in this process, including concurrent ones. {@link AdminMisses} counts across
 * all processes.
 */
const MISSES = 10;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Authenticates the administrators: compares credentials in constant time and limits tries. Admits nobody if none are configured.
 */
export class AdminAuthenticator {
  readonly visits: AdminVisits;
  readonly #all: AdminMisses;
  readonly #misses = new RateLimit(MISSES / 3600, MISSES);
  readonly #expected: { readonly username: Buffer; readonly password: Buffer } | undefined;

  constructor(credentials: AdminCredentials | undefined, misses: AdminMisses, visits: AdminVisits) {
    this.visits = visits;
    this.#all = misses;
    this.#expected = credentials && {
      username: sha256(credentials.username),
      password: Buffer.from(credentials.passwordHash, 'hex'),
    };
  }

  /** @param password or the token of a visit. @param now milliseconds. @returns the refusal, if any */
  async refuse(username: string, password: string, address: string, now: number): Promise<Refusal | undefined> {
    if (this.#expected === undefined) return refuse('admin/closed');
    // Sending no credentials does not count as a try.
    if (username === '' && password === '') return refuse('admin/invalid-credentials');
    // A visit goes on while others guess at its address, and its panel may still ask after its end.
    const isOpen = this.#isName(username) ? await this.visits.isOpen(password, now) : undefined;
    if (isOpen !== undefined) return isOpen ? undefined : refuse('admin/invalid-credentials');
    return this.#refuseTry(username, password, address, now);
  }

  async #refuseTry(username: string, password: string, address: string, now: number): Promise<Refusal | undefined> {
    // Before the comparison, so that a caller without tries left does not learn whether this one was right.
    if (this.#misses.isSpent(address, now))
      return refuse('request/too-many', undefined, this.#misses.take(address, now));
    const isRight = this.#isRight(username, password);
    if (!isRight) this.#misses.take(address, now);
    const tooMany = await this.#all.refuse(address, now);
    if (tooMany !== undefined) return tooMany;
    if (isRight) return undefined;
    await this.#all.note(address, now);
    return refuse('admin/invalid-credentials');
  }

  #isName(username: string): boolean {
    return this.#expected !== undefined && timingSafeEqual(sha256(username), this.#expected.username);
  }

  #isRight(username: string, password: string): boolean {
    if (this.#expected === undefined) return false;
    const isName = this.#isName(username);
    const isPassword = timingSafeEqual(sha256(password), this.#expected.password);
    return isName && isPassword;
  }
}
