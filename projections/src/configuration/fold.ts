import { withoutAudience } from '../audience.ts';
import { model, put } from '../model.ts';

export const configurationChanges = withoutAudience('ConfigurationChanged');

/** Settings of the product that have been set. */
export const configuration = model({
  name: 'configuration',
  version: 1,
  collections: ['configuration'],
  on: {
    ConfigurationChanged: [
      put('configuration', ({ data, recordedAt }) => ({ id: data.key, value: data.value, updatedAt: recordedAt })),
    ],
  },
});
