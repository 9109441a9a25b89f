import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { withTimeout } from '../with-timeout.ts';
import { isMongoFailure } from './mongo-failure.ts';

export const ANSWER_WITHIN = 5_000;

/** For work of any length: distinguishes an unreachable server from a faulty command. */
export const reached = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!isMongoFailure(error)) throw error;
    throw new ReadStoreUnavailableError(`MongoDB cannot be reached: ${error.message}`, { cause: error });
  }
};

/** For reads that someone is waiting for. */
export const guarded = <T>(work: () => Promise<T>): Promise<T> =>
  withTimeout(
    ANSWER_WITHIN,
    reached(work),
    () => new ReadStoreUnavailableError(`MongoDB did not answer within ${ANSWER_WITHIN} ms.`),
  );
