import type { Collections } from '../ports/generations.ts';
import type { Query, ReadModels } from '../ports/read-store.ts';
import { type AccountDocuments, accountCollections } from './account.ts';
import { type AuditDocuments, auditCollections } from './audit.ts';
import { type EntryDocuments, entryCollections } from './entry.ts';
import { type GroupDocuments, groupCollections } from './group.ts';
import { type InviteDocuments, inviteCollections } from './invite.ts';
import { type MediaDocuments, mediaCollections } from './media.ts';
import { type MessageDocuments, messageCollections } from './message.ts';
import { type PreferencesDocuments, preferencesCollections } from './preferences.ts';
import { type ReportDocuments, reportCollections } from './report.ts';
import { type SessionDocuments, sessionCollections } from './session.ts';

/** Id: the setting's key. */
type ConfigurationDocument = { readonly id: string; readonly value: string; readonly updatedAt: string };

const configurationCollections = {
  configuration: { name: 'configuration', indexes: [] },
} as const satisfies Collections;

type ConfigurationDocuments = {
  readonly configuration: ConfigurationDocument;
};

/** Every collection of the read models. */
export const collections = {
  ...accountCollections,
  ...sessionCollections,
  ...groupCollections,
  ...inviteCollections,
  ...preferencesCollections,
  ...entryCollections,
  ...messageCollections,
  ...mediaCollections,
  ...reportCollections,
  ...configurationCollections,
  ...auditCollections,
} as const satisfies Collections;

export type CollectionName = keyof typeof collections;

type Documents = AccountDocuments &
  SessionDocuments &
  GroupDocuments &
  InviteDocuments &
  PreferencesDocuments &
  EntryDocuments &
  MessageDocuments &
  MediaDocuments &
  ReportDocuments &
  ConfigurationDocuments &
  AuditDocuments;

export type DocumentOf<C extends CollectionName> = Documents[C];

/** The read models as the product reads them: the name of a collection decides the type of its documents. */
export interface Reads extends Pick<ReadModels, 'count'> {
  get<C extends CollectionName>(collection: C, id: string): Promise<DocumentOf<C> | undefined>;
  getMany<C extends CollectionName>(collection: C, ids: readonly string[]): Promise<ReadonlyMap<string, DocumentOf<C>>>;
  query<C extends CollectionName>(collection: C, query: Query): Promise<readonly DocumentOf<C>[]>;
}

/** Names of the read models. Each holds some of the collections; a query needs all of them. */
export const modelNames = [
  'users',
  'sessions',
  'groups',
  'join-codes',
  'preferences',
  'calendar',
  'chat',
  'files',
  'reports',
  'configuration',
  'audit',
  'names',
] as const;
