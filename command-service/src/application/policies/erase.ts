import { collections, type FileDocument, type MembershipDocument } from '@quorum/contracts/documents/collections.ts';
import { phoneStream } from '@quorum/contracts/events/access.ts';
import { groupSubject, personSubject } from '@quorum/contracts/events/definition.ts';
import { groupStream, joinCodeStream } from '@quorum/contracts/events/group.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import type { EventOf, StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { decideDepart } from '../../domain/group/decide.ts';
import { groupAggregate } from '../../domain/group/group.ts';
import { decideReleaseCode, joinCodeAggregate } from '../../domain/reservation/join-code.ts';
import { decideRelease, phoneReservationAggregate } from '../../domain/reservation/phone-reservation.ts';
import { userAggregate } from '../../domain/user/user.ts';
import { type Context, metadataOf } from '../context.ts';
import { removeFile } from '../files.ts';
import { causedBy, type EventPolicy } from './policy.ts';

const NAME = 'erase';
const PAGE = 200;

/** Waits until the read models have seen an event, so that what is looked up there is complete. */
const seenByReadModels = async ({ waitForReads }: Context, event: StoredEvent): Promise<void> => {
  while (!(await waitForReads(event.position))) {
    // The event is handled again when this process ends before that; until then there is nothing else to do.
  }
};

const leaveGroup = ({ aggregates }: Context, groupId: string, userId: string, event: StoredEvent) =>
  aggregates.handle(groupAggregate, groupStream(groupId), metadataOf(causedBy(NAME, event, groupId)), (group) =>
    decideDepart(group, userId),
  );

const leaveAllGroups = async (context: Context, userId: string, event: StoredEvent): Promise<void> => {
  for (;;) {
    const page = await context.reads.active.query<MembershipDocument>(collections.memberships.name, {
      where: { userId },
      order: { field: 'joinedPosition', direction: 'asc' },
      limit: PAGE,
    });
    if (page.length === 0) return;
    let last = '';
    for (const { groupId } of page) {
      const left = await leaveGroup(context, groupId, userId, event);
      if ('position' in left && left.position > last) last = left.position;
    }
    while (last !== '' && !(await context.waitForReads(last))) {
      // As above.
    }
  }
};

const removeFiles = async (
  context: Context,
  where: { ownerId: string } | { groupId: string },
  event: StoredEvent,
  keepGroupImages: boolean,
) => {
  let after: { id: string } | undefined;
  for (;;) {
    const page: readonly FileDocument[] = await context.reads.active.query<FileDocument>(collections.files.name, {
      where,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    for (const file of page) {
      // A group's image stays with the group when it passes to somebody else.
      if (keepGroupImages && file.purpose === 'group-image' && file.groupId !== null) continue;
      await removeFile(context, file.id, causedBy(NAME, event, file.id));
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = { id: last.id };
  }
};

/** A deleted account: groups pass on or end, files and key go, the number is free again. */
const eraseAccount = async (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { userId, phoneKey } = event.data;
  await seenByReadModels(context, event);
  await leaveAllGroups(context, userId, event);
  await removeFiles(context, { ownerId: userId }, event, true);
  await aggregates.handle(
    phoneReservationAggregate,
    phoneStream(phoneKey),
    metadataOf(causedBy(NAME, event, 'phone')),
    (state) => decideRelease(state, { phoneKey, userId }),
  );
  await keys.destroy(personSubject(userId));
  aggregates.clear();
  await reads.scrub();
};

/** A deleted group: its files, codes and key go. */
const eraseGroup = async (context: Context, event: EventOf<'GroupDeleted'>): Promise<void> => {
  const { aggregates, keys, reads } = context;
  const { groupId } = event.data;
  await seenByReadModels(context, event);
  const { inviteCode, sixDigitCode } = await aggregates.load(groupAggregate, groupStream(groupId));
  for (const code of [inviteCode, sixDigitCode]) {
    await aggregates.handle(joinCodeAggregate, joinCodeStream(code), metadataOf(causedBy(NAME, event, code)), (state) =>
      decideReleaseCode(state, { code, groupId }),
    );
  }
  await removeFiles(context, { groupId }, event, false);
  await keys.destroy(groupSubject(groupId));
  aggregates.clear();
  await reads.scrub();
};

/** Erases what is gone: physically, in every store. */
export const erase: EventPolicy = {
  name: NAME,
  types: new Set(['AccountDeleted', 'GroupDeleted', 'MemberJoined']),
  react: async (context, event) => {
    if (event.type === 'AccountDeleted') return eraseAccount(context, event);
    if (event.type === 'GroupDeleted') return eraseGroup(context, event);
    if (event.type === 'MemberJoined') {
      // Somebody joined in the very moment in which the account was deleted.
      const user = await context.aggregates.load(userAggregate, userStream(event.data.userId));
      if (user.status === 'deleted') await leaveGroup(context, event.data.groupId, event.data.userId, event);
    }
  },
};
