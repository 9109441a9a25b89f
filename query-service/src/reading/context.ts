import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import type { Bus } from '@quorum/service-kit/ports/bus.ts';
import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { FileStore } from '@quorum/service-kit/ports/file-store.ts';
import type { Places } from '@quorum/service-kit/ports/places.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import type { People } from '@quorum/service-kit/reads/account.ts';
import { type AttendanceJoins, attendanceJoins } from '@quorum/service-kit/reads/attendance.ts';
import type { CollectionName, Reads } from '@quorum/service-kit/reads/collections.ts';
import { joinsFrom, type Source } from '@quorum/service-kit/reads/joins.ts';
import { type MessageJoins, messageJoins } from '@quorum/service-kit/reads/message.ts';
import { ballotId, type PollJoins } from '@quorum/service-kit/reads/poll.ts';
import type { Logger } from 'pino';
import { reactionsTo } from '../message/reactions.ts';

/** The part of the log that queries use. */
export type History = {
  /** The events of a stream, personal fields in the clear. */
  readonly read: EventStore['read'];
  /** Position of the last event. */
  readonly head: () => Promise<Position>;
  /** Whether the hash chain confirms the event at a position. */
  readonly isIntact: (position: Position) => Promise<boolean>;
};

/** Records that an administrator looks at personal data. @throws if it could not be recorded */
export type RecordLook = (
  look: DataOf<'PersonalDataRevealed'>,
  cause: { readonly commandId: string; readonly correlationId: string },
) => Promise<void>;

/** Everything a query needs. */
export type Context = {
  readonly history: History;
  readonly recordLook: RecordLook;
  /** Records, at most once a day, that a program read a calendar by its link. */
  readonly recordFetch: (feedId: string) => Promise<void>;
  readonly reads: ReadEngine<Reads>;
  readonly bus: Bus;
  readonly files: FileStore;
  readonly places: Places;
  readonly clock: Clock;
  readonly log: Logger;
  /** IANA zone for callers that name none. */
  readonly defaultTimeZone: string;
  /** Tells one version of the product from another; absent in development. */
  readonly build: string | undefined;
  /** The key with which browsers subscribe to pushes; absent if pushes are turned off. */
  readonly pushKey: string | undefined;
};

/** Dependencies for reading documents. */
export type Reading = Pick<Context, 'reads'>;

/** Names and pictures, joined at query time so that a rename touches one document. */
export const loadPeople = ({ reads }: Reading, userIds: Iterable<string>): Promise<People> =>
  reads.active.getMany('users', [...new Set(userIds)]);

const fromDocuments =
  (active: Reads): Source =>
  // `join` checks that the collection holds these documents.
  ({ collection }, ids) =>
    active.getMany(collection as CollectionName, ids) as Promise<ReadonlyMap<string, never>>;

/** The joins of views, from the documents of the active read models. @param viewerId absent if many people see the same */
export const joinsOf = (
  { reads: { active } }: Reading,
  viewerId?: string,
): MessageJoins & AttendanceJoins & PollJoins => ({
  ...joinsFrom(fromDocuments(active), { ...messageJoins, ...attendanceJoins }),
  waitlistPlace: async ({ eventId, order }) => {
    const ahead = { where: { eventId, listKind: 'waiting' }, range: { field: 'order', to: order } };
    return 1 + (await active.count('rsvps', ahead, limits.seats));
  },
  firstGoing: async (eventId, many) => {
    const first = { where: { eventId, listKind: 'going' }, order: { field: 'order', direction: 'asc' } } as const;
    return (await active.query('rsvps', { ...first, limit: many })).map(({ userId }) => userId);
  },
  firstVoters: (pollId, many) =>
    active.query('votes', { where: { pollId }, order: { field: 'order', direction: 'asc' }, limit: many }),
  ownVotes: async (pollId, userId) => (await active.get('votes', ballotId(pollId, userId)))?.votes,
  reactions: (messageIds) => reactionsTo(active, messageIds, viewerId),
});
