import { isRefusal, type Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';

type Read<B> = { readonly body: B; readonly sequence: number };

/**
 * Reads what is kept up to date by an audience's changes, and says after which of them. The sequence is read first, so that no change
 * falls between: one that comes twice is harmless.
 */
export const readAt = async <B extends object>(
  reads: ReadStore,
  audience: string,
  read: () => Promise<B | Refusal>,
): Promise<Read<B> | Refusal> => {
  const sequence = await reads.sequence(audience);
  const body = await read();
  return isRefusal(body) ? body : { body, sequence };
};
