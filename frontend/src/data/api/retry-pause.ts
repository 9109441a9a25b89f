import type { AppThunk } from '../store/state.ts';
import type { ApiError } from './api-error.ts';

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 30_000;

/** Waits before the next attempt: until the connection is back at most, unless the server named a time. `failed`: attempts in a row. */
export const retryPause =
  ({ retryAfter }: ApiError, failed: number): AppThunk<Promise<unknown>> =>
  (_, __, { sleep, alarm }) =>
    retryAfter === undefined
      ? Promise.race([sleep(Math.min(FIRST_DELAY_MS * 2 ** (failed - 1), MAX_DELAY_MS)), alarm.next()])
      : sleep(retryAfter * 1000);
