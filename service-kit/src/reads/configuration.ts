import type { Collections } from '../ports/generations.ts';

/** Id: the setting's key. */
export type ConfigurationDocument = { readonly id: string; readonly value: string; readonly updatedAt: string };

export const configurationCollections = {
  configuration: { name: 'configuration', indexes: [] },
} as const satisfies Collections;

export type ConfigurationDocuments = {
  readonly configuration: ConfigurationDocument;
};
