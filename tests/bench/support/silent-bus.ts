import type { Bus } from '@quorum/service-kit/ports/bus.ts';

/** Nobody listens. */
export const silentBus: Bus = {
  publish: async () => {},
  subscribe: async () => async () => {},
  ping: async () => {},
  close: async () => {},
};
