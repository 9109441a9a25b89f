import { modelNames } from '@quorum/service-kit/reads/collections.ts';
import { expect, it } from 'vitest';
import { allModels } from './features.ts';

it('the projections build exactly the read models that queries wait for', () => {
  expect(allModels.map(({ name }) => name)).toEqual([...modelNames]);
});
