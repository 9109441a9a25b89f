import { vi } from 'vitest';

/**
 * Milliseconds that a test waits for a condition. The default of one second depends on the speed of the machine. Passing tests are not
 * slower; only failures take this long.
 */
const PATIENCE = 30_000;

const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
