import { rm } from 'node:fs/promises';
import type { Settings } from '../settings/settings.ts';
import { dataFolder } from './data-folder.ts';
import { mongoOf } from './engine-choice.ts';

/** The next start of the product, which must not be running, builds them anew. */
export const dropReadModels = async (settings: Settings): Promise<void> => {
  const mongo = await mongoOf(settings).open();
  if (mongo === undefined) return rm(dataFolder(settings.dataDir).readModels, { recursive: true, force: true });
  const { dropAllCollections } = await import('../../adapters/read-store/mongodb/mongo-collections.ts');
  await dropAllCollections(mongo.db).finally(() => mongo.close());
};
