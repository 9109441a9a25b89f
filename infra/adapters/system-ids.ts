import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '@quorum/contracts/ports/ids.ts';

/** Identity and chance from the operating system's generator. */
export const systemIds: Ids = {
  uuid: () => randomUUID(),
  bytes: (length) => randomBytes(length),
  integer: (below) => randomInt(below),
};
