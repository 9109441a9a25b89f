import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { withTimeout } from '../with-timeout.ts';
import { isMongoFailure } from './mongo-failure.ts';

export const ANSWER_WITHIN = 5_000;

/** For work of any length: what cannot be reached is told apart from what is wrong. */
export const reached = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isMongoFailure(error)) throw error;
    throw new ReadStoreUnavailableError(`MongoDB cannot be reached: ${error.message}`, { cause: error });
  }
};

/** For answers that somebody waits for. */
export const guarded = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(
    ANSWER_WITHIN,
    reached(work),
    () => new ReadStoreUnavailableError(`MongoDB did not answer within ${ANSWER_WITHIN} ms.`),
  );
