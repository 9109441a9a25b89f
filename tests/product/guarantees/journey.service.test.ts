import { afterAll, beforeAll, describe, it } from 'vitest';
import { liveJourney } from '../../support/journey.ts';
import { type Product, startProduct } from '../../support/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe('two people share a group', () => {
  it('sign up, meet, plan, chat and send a file, live (RT-07, RT-12, EVENT-45)', () => liveJourney(product));
});
