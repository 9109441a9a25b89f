import { messageOf } from '@quorum/service-kit/message-of.ts';
import { KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';

/** A hanging server keeps its connections open, so nothing else would end the wait. */
const TIMEOUT_MS = 5_000;

/**
 * Queries a server that holds keys or facts about them.
 * @param subject start of the error message: what does not answer.
 * @throws KeysUnavailableError
 */
export const askForKeys = async <T>(subject: string, question: () => Promise<T>): Promise<T> => {
  try {
    return await withTimeout(TIMEOUT_MS, question(), () => new Error(`no answer within ${TIMEOUT_MS} ms`));
  } catch (error) {
    throw new KeysUnavailableError(`${subject} does not answer: ${messageOf(error)}`, { cause: error });
  }
};
