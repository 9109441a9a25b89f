/** Ids and randomness as a port, so that tests are deterministic. */
export interface Ids {
  /** A random UUID (version 4). */
  uuid(): string;
  /** Cryptographically random bytes. */
  bytes(length: number): Uint8Array;
  /** A uniformly random integer from 0 (inclusive) to `below` (exclusive). */
  integer(below: number): number;
}
