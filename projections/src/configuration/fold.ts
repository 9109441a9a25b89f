import { type Model, put } from '../model.ts';

/** Settings of the product that have been set. */
export const configuration = {
  name: 'configuration',
  version: 1,
  collections: ['configuration'],
  on: {
    ConfigurationChanged: [
      put('configuration', ({ data, recordedAt }) => ({ id: data.key, value: data.value, updatedAt: recordedAt })),
    ],
  },
} satisfies Model;
