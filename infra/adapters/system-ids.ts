import { randomFillSync, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';

/** Calling the generator costs more than the bytes, so they are fetched in bulk. */
const STOCK_BYTES = 8192;
const stock = Buffer.alloc(STOCK_BYTES);
let used = STOCK_BYTES;

const bytes = (length: number): Uint8Array => {
  if (length > STOCK_BYTES) return randomFillSync(new Uint8Array(length));
  if (used + length > STOCK_BYTES) {
    randomFillSync(stock);
    used = 0;
  }
  const taken = Uint8Array.prototype.slice.call(stock, used, used + length);
  // Erase used bytes, so that none is used twice or visible in a memory dump.
  stock.fill(0, used, used + length);
  used += length;
  return taken;
};

/** Ids and randomness from the operating system. */
export const systemIds: Ids = {
  uuid: () => randomUUID(),
  bytes,
  integer: (below) => randomInt(below),
};
