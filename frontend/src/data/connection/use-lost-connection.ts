import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectConnection } from './connection-slice.ts';

/** Milliseconds: a connection that is back by then was never missed. */
const PATIENCE = 1_500;

/** Is the connection gone for long enough to say so? */
export const useLostConnection = (): boolean =>
  useDelayedFlag(useAppSelector(selectConnection).since !== null, PATIENCE);
