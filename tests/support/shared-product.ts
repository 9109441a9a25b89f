import { afterAll, beforeAll } from 'vitest';
import { type Product, startProduct } from './product.ts';

export const sharedProduct = (...how: Parameters<typeof startProduct>): Product => {
  let started: Product;
  beforeAll(async () => {
    started = await startProduct(...how);
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
    restart: (changed) => started.restart(changed),
    stop: () => started.stop(),
  };
};
