import type { Engines } from '@quorum/infra/processes/engines/open-engines.ts';
import { afterAll, beforeAll } from 'vitest';
import { type Product, startProduct } from './product.ts';

type Settings = Parameters<typeof startProduct>;

/** A product for all tests of a file, and its engines. */
export const sharedProduct = (
  environment?: Settings[0],
  clock?: Settings[1],
  around: (engines: Engines) => Engines = (engines) => engines,
): Product & { readonly engines: Engines } => {
  let started: Product;
  let engines: Engines;
  beforeAll(async () => {
    started = await startProduct(environment, clock, (opened) => {
      engines = opened;
      return around(opened);
    });
  });
  afterAll(() => started.stop());
  return {
    get origin() {
      return started.origin;
    },
    get dataDir() {
      return started.dataDir;
    },
    get running() {
      return started.running;
    },
    get engines() {
      return engines;
    },
    restart: (changed) => started.restart(changed),
    stop: () => started.stop(),
  };
};
