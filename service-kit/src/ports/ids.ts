/** Identity and chance, so that tests are exact. */
export interface Ids {
  /** A random UUID (version 4). */
  uuid(): string;
  /** Cryptographically random bytes. */
  bytes(length: number): Uint8Array;
  /** A uniformly random whole number, 0 inclusive to `below` exclusive. */
  integer(below: number): number;
}
