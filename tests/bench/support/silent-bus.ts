import type { Bus } from '@quorum/service-kit/ports/bus.ts';

/** A bus without subscribers. */
export const silentBus: Bus = {
  publish: async () => {},
  subscribe: async () => async () => {},
  ping: async () => {},
  close: async () => {},
};
