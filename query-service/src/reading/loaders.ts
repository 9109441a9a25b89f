import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { FrameName, Shown } from '@quorum/contracts/socket.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { CollectionName, DocumentOf } from '@quorum/service-kit/reads/collections.ts';
import type { GroupDocument } from '@quorum/service-kit/reads/group.ts';
import type { Reading } from './context.ts';

/** The input of every loader. */
export type Loading = {
  readonly context: Reading;
  /** The groups that the changes name, loaded once for all. */
  readonly groups: ReadonlyMap<string, GroupDocument>;
  readonly origin: string;
};

/** How one kind of view is loaded for the changes that show it. */
export type Loader = {
  readonly idOf: (change: Change) => string;
  /** Views by id. */
  readonly load: (loading: Loading, changes: readonly Change[]) => Promise<ReadonlyMap<string, unknown>>;
  /** Puts a view into the payload. */
  readonly into: (payload: object, view: unknown) => object;
  /** The frame sent instead when the thing is gone, and its further data. */
  readonly gone?: FrameName;
  readonly goneData?: (change: Change) => object;
};

/** By the names that frames use. */
export type Loaders = { readonly [S in Shown]: Loader };

export const find = async <C extends CollectionName>({ reads }: Reading, collection: C, ids: readonly string[]) =>
  ids.length === 0 ? new Map<string, DocumentOf<C>>() : reads.active.getMany(collection, [...new Set(ids)]);

export const inField =
  (name: string): Loader['into'] =>
  (payload, view) => ({ ...payload, [name]: view });

export const named =
  (field: string): Loader['idOf'] =>
  ({ data }) =>
    String(data[field]);

export const byId = <V extends { readonly _id: string }>(views: readonly V[]): ReadonlyMap<string, V> =>
  new Map(views.map((view) => [view._id, view]));

export const personOf = ({ audience }: Change): string => audience.slice(userAudience('').length);
