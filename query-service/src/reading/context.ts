import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileLinks, FileScope } from '@quorum/service-kit/ports/file-links.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { Places } from '@quorum/service-kit/ports/places.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import type { Link, People } from '@quorum/service-kit/reads/account.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import type { GroupDocument } from '@quorum/service-kit/reads/group.ts';
import type { Logger } from 'pino';

/** What queries see of the log itself. */
export type History = {
  /** The events of a stream, personal fields in the clear. */
  readonly read: EventStore['read'];
  /** Position of the last event. */
  readonly head: () => Promise<Position>;
  /** Whether the hash chain confirms the event at a position. */
  readonly isIntact: (position: Position) => Promise<boolean>;
};

/** Everything a query needs. */
export type Context = {
  readonly history: History;
  readonly reads: ReadStore<Reads>;
  readonly bus: Bus;
  readonly files: FileStore;
  readonly fileLinks: FileLinks;
  readonly places: Places;
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA zone for callers that name none. */
  readonly defaultTimeZone: string;
};

type Signing = Pick<Context, 'fileLinks' | 'clock'>;

/** What reading documents takes. */
export type Reading = Pick<Context, 'reads'>;

/** What views take: documents, and addresses of files. */
export type Presenting = Reading & Signing;

/** Addresses for one scope. Each file is signed once, however often a response names it. */
const linkTo = ({ fileLinks, clock }: Signing, scope: FileScope): Link => {
  const now = clock.now();
  const signed = new Map<string, string>();
  return (fileId) => {
    const known = signed.get(fileId);
    if (known !== undefined) return known;
    const link = fileLinks.sign(fileId, scope, now);
    signed.set(fileId, link);
    return link;
  };
};

/** Addresses of files shown in a group. */
export type LinkIn = (groupId: string) => Link;

const linkIn = (context: Signing, scopeIn: (groupId: string) => FileScope): LinkIn => {
  const links = new Map<string, Link>();
  return (groupId) => {
    const known = links.get(groupId);
    if (known !== undefined) return known;
    const link = linkTo(context, scopeIn(groupId));
    links.set(groupId, link);
    return link;
  };
};

/** Addresses of files that someone sees outside groups. */
export const ownLink = (context: Signing, viewerId: string): Link => linkTo(context, { kind: 'own', viewerId });

/** Addresses for one member, valid while they are a member. */
export const memberLinks = (context: Signing, viewerId: string): LinkIn =>
  linkIn(context, (groupId) => ({ kind: 'member', viewerId, groupId }));

/** Addresses in frames that all members of a group receive. */
export const groupLinks = (context: Signing, groups: ReadonlyMap<string, GroupDocument>): LinkIn =>
  linkIn(context, (groupId) => ({ kind: 'group', groupId, departures: groups.get(groupId)?.departures ?? -1 }));

/** Names and pictures, joined at query time so that a rename touches one document. */
export const loadPeople = ({ reads }: Reading, userIds: Iterable<string>): Promise<People> =>
  reads.active.getMany('users', [...new Set(userIds)]);
