import { describe, it } from 'vitest';
import { liveJourney } from '../../support/journey.ts';
import { sharedProduct } from '../../support/shared-product.ts';

const product = sharedProduct();

describe('two people share a group', () => {
  it('two people sign up, meet in a group, plan, chat and send a file, live (RT-07, RT-12, EVENT-45)', () =>
    liveJourney(product));
});
