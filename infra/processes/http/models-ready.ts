import type { Projections } from '@quorum/projections/start-projections.ts';
import { NotReadyError } from '@quorum/service-kit/http/operations.ts';

/** Maximum age in seconds of an event not yet in the read models. A few events in flight are normal. */
const MOST_SECONDS = 5;

/**
 * Whether the read models are current enough for queries: they have caught up once and have not fallen behind since. A standby
 * leaves this check to the instance that writes.
 * @throws NotReadyError
 */
export const checkModels = async (models: Pick<Projections, 'status'>): Promise<void> => {
  const { leading, hadCaughtUp, lagSeconds } = await models.status();
  if (leading ? hadCaughtUp && lagSeconds <= MOST_SECONDS : true) return;
  throw new NotReadyError(`${Math.ceil(lagSeconds)} s behind`);
};
