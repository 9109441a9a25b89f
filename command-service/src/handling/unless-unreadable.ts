import { UnreadableStreamError } from '@quorum/service-kit/ports/event-store.ts';

/**
 * For work on one of many streams: one with an event that this version cannot decode must not hold up the others. Its event is
 * parked, so that administrators see it.
 */
export const unlessUnreadable = async <T, F>(work: Promise<T>, otherwise: F): Promise<T | F> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadableStreamError) return otherwise;
    throw error;
  }
};
