import type { Collection } from '../ports/generations.ts';
import type { Query, ReadModels } from '../ports/read-store.ts';
import { accountCollections } from './account.ts';
import { activityCollections } from './activity.ts';
import { attendanceCollections } from './attendance.ts';
import { auditCollections } from './audit.ts';
import { feedCollections } from './calendar-feed.ts';
import { collectionOf, type Declared, NOBODY, type Owner } from './collection.ts';
import { deletedEntryCollections } from './deleted-entry.ts';
import { entryCollections } from './entry.ts';
import { groupCollections } from './group.ts';
import { inviteCollections } from './invite.ts';
import { mediaCollections } from './media.ts';
import { messageCollections } from './message.ts';
import { messageTermCollections } from './message-terms.ts';
import { noticeCollections } from './notice.ts';
import { pinCollections } from './pin.ts';
import { pollCollections } from './poll.ts';
import { preferencesCollections } from './preferences.ts';
import { reminderCollections } from './reminder.ts';
import { reportCollections } from './report.ts';
import { seriesCollections } from './series.ts';
import { sessionCollections } from './session.ts';

/** Id: the setting's key. */
type ConfigurationDocument = { readonly id: string; readonly value: string; readonly updatedAt: string };

const declared = {
  ...accountCollections,
  ...sessionCollections,
  ...groupCollections,
  ...inviteCollections,
  ...preferencesCollections,
  ...activityCollections,
  ...entryCollections,
  ...attendanceCollections,
  ...seriesCollections,
  ...deletedEntryCollections,
  ...reminderCollections,
  ...feedCollections,
  ...messageCollections,
  ...messageTermCollections,
  ...noticeCollections,
  ...mediaCollections,
  ...pinCollections,
  ...pollCollections,
  ...reportCollections,
  configuration: collectionOf<ConfigurationDocument>(NOBODY),
  ...auditCollections,
};

export type CollectionName = keyof typeof declared;

/** Every collection of the read models. */
export const collections = Object.fromEntries(
  Object.entries<Declared<unknown>>(declared).map(([name, { owner: _, ...stored }]) => [name, { name, ...stored }]),
) as { readonly [C in CollectionName]: Collection };

/** Whose its documents are. */
export const ownerOf = (collection: CollectionName): Owner => declared[collection].owner;

type Documents = { readonly [C in CollectionName]: NonNullable<(typeof declared)[C]['document']> };

export type DocumentOf<C extends CollectionName> = Documents[C];

/** The read models as the product reads them: the name of a collection decides the type of its documents. */
export interface Reads extends Pick<ReadModels, 'count' | 'find'> {
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
  'reminders',
  'polls',
  'chat',
  'files',
  'reports',
  'configuration',
  'feeds',
  'audit',
  'names',
] as const;
