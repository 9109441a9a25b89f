import { type ConfigurationKey, configurationItems, configurationKeys } from '@quorum/contracts/configuration/items.ts';
import type { ConfigurationView } from '@quorum/contracts/configuration/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { Reading } from '../reading/context.ts';

/** Every setting, including those never set. */
export const allSettings = async ({ reads }: Reading): Promise<readonly ConfigurationView[]> => {
  const stored = await reads.active.getMany('configuration', configurationKeys);
  return configurationKeys.map((key) => ({
    key,
    value: stored.get(key)?.value ?? configurationItems[key].standard,
    description: configurationItems[key].description,
    updatedAt: stored.get(key)?.updatedAt ?? null,
  }));
};

/** The public settings. */
export const appConfig = async (context: Reading): Promise<AnswerOf<'appConfig'>> => {
  const values = (await allSettings(context)).map(({ key, value }) => [key, value] as const);
  return Object.fromEntries(values) as { [K in ConfigurationKey]: string };
};
