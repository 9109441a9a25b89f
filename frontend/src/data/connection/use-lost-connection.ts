import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectConnection } from './connection-slice.ts';

/** Milliseconds. A shorter loss is not reported. */
const SHOWN_AFTER_MS = 1_500;

/** Whether the connection has been gone long enough to say so. */
export const useLostConnection = (): boolean =>
  useDelayedFlag(useAppSelector(selectConnection).since !== null, SHOWN_AFTER_MS);
