import { isServerThere } from './error-boundary.tsx';

/** Milliseconds between two tries. */
const RETRY_MS = 2000;

/**
 * Loads code, and waits while the server is away: a part that is opened without a connection appears once there is one.
 * @throws Error if the server is there and lacks the code, because it has a newer release
 */
export const loadPatiently = <M>(load: () => Promise<M>): Promise<M> =>
  load().catch(async (error: unknown) => {
    if (await isServerThere()) throw error;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    return loadPatiently(load);
  });
