import { vi } from 'vitest';

/**
 * Polls until a condition holds. Tests use it for everything that no event announces.
 * @param within milliseconds. @throws after that.
 */
export const until = (holds: () => Promise<boolean> | boolean, within = 60_000): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await holds())) throw new Error(`This did not come true within ${within / 1000} seconds`);
    },
    { interval: 20, timeout: within },
  );
