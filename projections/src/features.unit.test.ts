import { modelNames } from '@quorum/service-kit/reads/collections.ts';
import { expect, it } from 'vitest';
import { allModels } from './features.ts';

it('every read model that queries wait for is built, and no other', () => {
  expect(allModels.map(({ name }) => name)).toEqual([...modelNames]);
});
