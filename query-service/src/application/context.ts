import { collections, type UserDocument } from '@quorum/contracts/documents/collections.ts';
import type { People } from '@quorum/contracts/documents/present.ts';
import type { Bus } from '@quorum/contracts/ports/bus.ts';
import type { Clock } from '@quorum/contracts/ports/clock.ts';
import type { FileLinks } from '@quorum/contracts/ports/file-links.ts';
import type { FileStore } from '@quorum/contracts/ports/file-store.ts';
import type { Places } from '@quorum/contracts/ports/places.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { Logger } from 'pino';

/** Everything a query works with. */
export type Context = {
  readonly reads: ReadStore;
  readonly bus: Bus;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  readonly places: Places;
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA zone of callers that name none. */
  readonly defaultTimeZone: string;
};

/** Signs each file once, however often an answer names it. */
export const linkOf = ({ fileLinks, clock }: Pick<Context, 'fileLinks' | 'clock'>) => {
  const now = clock.now();
  const signed = new Map<string, string>();
  return (fileId: string): string => {
    const known = signed.get(fileId);
    if (known !== undefined) return known;
    const link = fileLinks.sign(fileId, now);
    signed.set(fileId, link);
    return link;
  };
};

/** Names and pictures, joined at query time so that a rename touches one document. */
export const loadPeople = ({ reads }: Pick<Context, 'reads'>, userIds: Iterable<string>): Promise<People> =>
  reads.active.getMany<UserDocument>(collections.users.name, [...new Set(userIds)]);
