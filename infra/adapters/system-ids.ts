import { randomFillSync, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '@quorum/service-kit/ports/ids.ts';

/** Asking the generator costs more than the bytes do, so they are fetched in stock. */
const STOCK = 8192;
const stock = Buffer.alloc(STOCK);
let used = STOCK;

const bytes = (length: number): Uint8Array => {
  if (length > STOCK) return randomFillSync(new Uint8Array(length));
  if (used + length > STOCK) {
    randomFillSync(stock);
    used = 0;
  }
  const taken = Uint8Array.prototype.slice.call(stock, used, used + length);
  // No byte is given out twice, nor left where a dump of the memory would show it.
  stock.fill(0, used, used + length);
  used += length;
  return taken;
};

/** Identity and chance from the operating system's generator. */
export const systemIds: Ids = {
  uuid: () => randomUUID(),
  bytes,
  integer: (below) => randomInt(below),
};
