import {
  collections,
  type EntryDocument,
  type FileDocument,
  type GroupDocument,
  type MembershipDocument,
  type MessageDocument,
} from '@quorum/contracts/documents/collections.ts';
import { phoneStream } from '@quorum/contracts/events/access.ts';
import { groupSubject, personSubject } from '@quorum/contracts/events/definition.ts';
import { entryStream, PERSONAL_GROUP } from '@quorum/contracts/events/entry.ts';
import { groupStream, joinCodeStream } from '@quorum/contracts/events/group.ts';
import { ERASURE, messageStream } from '@quorum/contracts/events/message.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { EventOf, StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { pagesOf } from '@quorum/contracts/ports/read-pages.ts';
import { isRefusal } from '@quorum/contracts/wire/refusals.ts';
import type { Aggregate } from '../../domain/aggregate.ts';
import { decideCancel } from '../../domain/entry/decide.ts';
import { entryAggregate } from '../../domain/entry/entry.ts';
import { decideDepart } from '../../domain/group/decide.ts';
import { groupAggregate } from '../../domain/group/group.ts';
import { messageAggregate } from '../../domain/message/message.ts';
import { decideReleaseCode, joinCodeAggregate } from '../../domain/reservation/join-code.ts';
import { decideRelease, phoneReservationAggregate } from '../../domain/reservation/phone-reservation.ts';
import { userAggregate } from '../../domain/user/user.ts';
import { type Context, metadataOf } from '../context.ts';
import { removeFile } from '../files.ts';
import { KnownPresent } from './known-present.ts';
import { causedBy, type EventPolicy } from './policy.ts';

const NAME = 'erase';
const PAGE = 200;

/** Waits until the read models have seen an event, so that what is looked up there is complete. */
const untilSeen = async ({ waitForReads }: Context, position: Position): Promise<void> => {
  while (!(await waitForReads(position))) {
    // The event is handled again when this process ends before that; until then there is nothing else to do.
  }
};

const leaveGroup = ({ aggregates }: Context, groupId: string, userId: string, event: StoredEvent) =>
  aggregates.handle(groupAggregate, groupStream(groupId), metadataOf(causedBy(NAME, event, groupId)), (group) =>
    decideDepart(group, userId),
  );

/** Somebody came to a group in the very moment in which the account was deleted. */
const leaveWhenGone = async (context: Context, groupId: string, userId: string, event: StoredEvent): Promise<void> => {
  const user = await context.aggregates.load(userAggregate, userStream(userId));
  if (user.status === 'deleted') await leaveGroup(context, groupId, userId, event);
};

/** Every membership once: one whose group is parked stays among the read models though its person has left. */
const leaveAllGroups = async (context: Context, userId: string, event: StoredEvent): Promise<void> => {
  const memberships = pagesOf<MembershipDocument>(
    context.reads.active,
    collections.memberships.name,
    { where: { userId }, order: { field: 'joinedPosition', direction: 'asc' } },
    PAGE,
  );
  for await (const page of memberships) {
    let last = '';
    for (const { groupId } of page) {
      const left = await leaveGroup(context, groupId, userId, event);
      if (isRefusal(left)) throw new Error(`A group could not be left: ${left.refused}`);
      if (left.position > last) last = left.position;
    }
    await untilSeen(context, last);
  }
};

/** A group's image stays with the group when that passes to somebody else; it may be older than the group. */
const isImageOfAGroup = async ({ reads }: Context, { id, purpose }: FileDocument): Promise<boolean> => {
  if (purpose !== 'group-image') return false;
  const where = { imageId: id };
  return (await reads.active.query<GroupDocument>(collections.groups.name, { where, limit: 1 })).length > 0;
};

/**
 * What a request under way posted after the account was deleted, and the projections could still read before the key was
 * gone. Nothing readable can come after this.
 */
const removeStragglers = async (context: Context, userId: string, event: StoredEvent): Promise<void> => {
  const { aggregates, reads, events } = context;
  await untilSeen(context, await events.head());
  const messages = await reads.active.query<MessageDocument>(collections.messages.name, {
    where: { senderId: userId },
    limit: PAGE,
  });
  const entries = await reads.active.query<EntryDocument>(collections.entries.name, {
    where: { creatorId: userId },
    limit: PAGE,
  });
  for (const { id, groupId } of messages) {
    await aggregates.handle(messageAggregate, messageStream(id), metadataOf(causedBy(NAME, event, id)), ({ status }) =>
      status === 'posted'
        ? [{ type: 'MessageDeleted', data: { messageId: id, groupId, senderId: userId, by: ERASURE } }]
        : [],
    );
  }
  for (const { id } of entries) {
    await aggregates.handle(entryAggregate, entryStream(id), metadataOf(causedBy(NAME, event, id)), (entry) =>
      decideCancel(entry, { actorId: userId, role: 'member' }),
    );
  }
  await removeFiles(context, { ownerId: userId }, event, true);
  await untilSeen(context, await events.head());
};

const removeFiles = async (
  context: Context,
  where: { ownerId: string } | { groupId: string },
  event: StoredEvent,
  keepGroupImages: boolean,
) => {
  for await (const page of pagesOf<FileDocument>(context.reads.active, collections.files.name, { where }, PAGE)) {
    for (const file of page) {
      if (keepGroupImages && (await isImageOfAGroup(context, file))) continue;
      await removeFile(context, file.id, causedBy(NAME, event, file.id));
    }
  }
};

/** A deleted account: groups pass on or end, files and key go, the number is free again. */
const eraseAccount = async (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { userId, phoneKey } = event.data;
  await untilSeen(context, event.position);
  // The key first: whatever else takes long or fails for now, nothing stored in the log can be read any more.
  await keys.destroy(personSubject(userId));
  aggregates.clear();
  await leaveAllGroups(context, userId, event);
  await removeFiles(context, { ownerId: userId }, event, true);
  await removeStragglers(context, userId, event);
  await aggregates.handle(
    phoneReservationAggregate,
    phoneStream(phoneKey),
    metadataOf(causedBy(NAME, event, 'phone')),
    (state) => decideRelease(state, { phoneKey, userId }),
  );
  aggregates.clear();
  await reads.scrub();
};

/** A deleted group: its files, codes and key go. */
const eraseGroup = async (context: Context, event: EventOf<'GroupDeleted'>): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { groupId } = event.data;
  await untilSeen(context, event.position);
  const { inviteCode, sixDigitCode, imageId } = await aggregates.load(groupAggregate, groupStream(groupId));
  for (const code of [inviteCode, sixDigitCode]) {
    await aggregates.handle(joinCodeAggregate, joinCodeStream(code), metadataOf(causedBy(NAME, event, code)), (state) =>
      decideReleaseCode(state, { code, groupId }),
    );
  }
  await removeFiles(context, { groupId }, event, false);
  // An image that is older than its group is recorded without it.
  const image = imageId === null ? undefined : await reads.active.get<FileDocument>(collections.files.name, imageId);
  if (image !== undefined && !(await isImageOfAGroup(context, image))) {
    await removeFile(context, image.id, causedBy(NAME, event, image.id));
  }
  await keys.destroy(groupSubject(groupId));
  aggregates.clear();
  await reads.scrub();
};

/** A request under way may append what it decided after its group, or its person, is gone. */
const isTooLate = async (
  { aggregates }: Context,
  present: KnownPresent,
  groupId: string,
  userId: string,
): Promise<boolean> => {
  const isGone = async <S extends { readonly status: string }>(aggregate: Aggregate<S>, stream: string) =>
    !(await present.find(stream, async () => (await aggregates.load(aggregate, stream)).status !== 'deleted'));
  return (
    (await isGone(userAggregate, userStream(userId))) ||
    (groupId !== PERSONAL_GROUP && (await isGone(groupAggregate, groupStream(groupId))))
  );
};

/** Somebody wrote in the very moment in which their group or account was deleted. Its files go with the message. */
const removeLateMessage = async (context: Context, event: EventOf<'MessagePosted'>): Promise<void> => {
  const { messageId, groupId, senderId } = event.data;
  const metadata = metadataOf(causedBy(NAME, event, messageId));
  await context.aggregates.handle(messageAggregate, messageStream(messageId), metadata, ({ status }) =>
    status === 'posted' ? [{ type: 'MessageDeleted', data: { messageId, groupId, senderId, by: ERASURE } }] : [],
  );
};

/** As {@link removeLateMessage}, of what somebody planned. */
const removeLateEntry = async (context: Context, event: EventOf<'EntryScheduled'>): Promise<void> => {
  const { entryId, creatorId } = event.data;
  const metadata = metadataOf(causedBy(NAME, event, entryId));
  await context.aggregates.handle(entryAggregate, entryStream(entryId), metadata, (entry) =>
    decideCancel(entry, { actorId: creatorId, role: 'member' }),
  );
};

/** Where something was written, and by whom. */
const writtenIn = (event: StoredEvent): { readonly groupId: string; readonly userId: string } | undefined => {
  if (event.type === 'MessagePosted') return { groupId: event.data.groupId, userId: event.data.senderId };
  if (event.type === 'EntryScheduled') return { groupId: event.data.groupId, userId: event.data.creatorId };
  return undefined;
};

/** Erases what is gone: physically, in every store. */
export const erasure = (): EventPolicy => {
  /** By stream. Nearly everything is written by people who are there, in groups that are: for that nothing is looked up. */
  const present = new KnownPresent();
  const isPresent = (groupId: string, userId: string): boolean =>
    present.has(userStream(userId)) && (groupId === PERSONAL_GROUP || present.has(groupStream(groupId)));

  return {
    name: NAME,
    types: new Set([
      'AccountDeleted',
      'GroupDeleted',
      'GroupCreated',
      'MemberJoined',
      'MessagePosted',
      'EntryScheduled',
    ]),
    beginAnew: () => present.clear(),
    mayConcern: (event) => {
      const written = writtenIn(event);
      return written === undefined || !isPresent(written.groupId, written.userId);
    },
    react: async (context, event) => {
      switch (event.type) {
        case 'AccountDeleted':
          present.end(userStream(event.data.userId));
          return eraseAccount(context, event);
        case 'GroupDeleted':
          present.end(groupStream(event.data.groupId));
          return eraseGroup(context, event);
        case 'GroupCreated':
          return leaveWhenGone(context, event.data.groupId, event.data.ownerId, event);
        case 'MemberJoined':
          return leaveWhenGone(context, event.data.groupId, event.data.userId, event);
        case 'MessagePosted':
          if (await isTooLate(context, present, event.data.groupId, event.data.senderId))
            await removeLateMessage(context, event);
          return;
        case 'EntryScheduled':
          if (await isTooLate(context, present, event.data.groupId, event.data.creatorId))
            await removeLateEntry(context, event);
          return;
        default:
      }
    },
  };
};
