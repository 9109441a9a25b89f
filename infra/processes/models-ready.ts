import type { Projections } from '@quorum/projections/start-projections.ts';
import { NotReadyError } from '@quorum/service-kit/http/operations.ts';

/** How old an event may be that is not in the read models yet, in seconds. A few events under way are normal. */
const MOST_SECONDS = 5;

/**
 * Whether the read models are new enough to be asked: once they have caught up for the first time, unless they have fallen behind. Who
 * stands by leaves that to the instance that writes.
 * @throws NotReadyError
 */
export const checkModels = async (models: Pick<Projections, 'status'>): Promise<void> => {
  const { leading, hadCaughtUp, lagSeconds } = await models.status();
  if (leading ? hadCaughtUp && lagSeconds <= MOST_SECONDS : true) return;
  throw new NotReadyError(`${Math.ceil(lagSeconds)} s behind`);
};
