import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';

type Read<B> = { readonly body: B; readonly sequence: number };

/**
 * Reads state that an audience's changes keep up to date, together with the sequence it reflects. The sequence is read first, so
 * that no change is missed. Receiving one twice is harmless.
 */
export const readAt = async <B extends object>(
  reads: ReadStore<Reads>,
  audience: string,
  read: () => Promise<B | Refusal>,
): Promise<Read<B> | Refusal> => {
  const sequence = await reads.sequence(audience);
  const body = await read();
  return isRefusal(body) ? body : { body, sequence };
};
