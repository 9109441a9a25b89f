import { vi } from 'vitest';

/**
 * Milliseconds that a test waits for something to come true. Their own default, one second, is a guess about the speed of the
 * machine; a test fails no later for this, since it is only what never comes that is waited for so long.
 */
const PATIENCE = 30_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
