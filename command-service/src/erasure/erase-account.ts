import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { personSubject, writingsSubject } from '@quorum/domain/event-definition.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { changeUser } from '../account/change-user.ts';
import { isGroupImage } from '../file/needed-files.ts';
import type { Context } from '../handling/context.ts';
import { unlessUnreadable } from '../handling/unless-unreadable.ts';
import { causedBy, waitUntilRead } from '../process-managers/process-manager.ts';
import { cancelEntry, ERASE, eraseMessage, removeFiles } from './remove-content.ts';

const PAGE_SIZE = 200;

/** Keeps the image of an unreadable group. If the group has another image, `drop-files` removes this one later. */
const removeFilesOf = (context: Context, ownerId: string, event: StoredEvent): Promise<void> =>
  removeFiles(context, { ownerId }, event, (file) => unlessUnreadable(isGroupImage(context, file), true));

/**
 * Erases what requests in flight posted after the account was deleted but before its key was destroyed. Nothing readable can
 * follow.
 */
const removeStragglers = async (context: Context, userId: string, event: StoredEvent): Promise<void> => {
  const { reads, events } = context;
  await waitUntilRead(context, await events.head());
  const messages = await reads.active.query('messages', {
    where: { senderId: userId },
    limit: PAGE_SIZE,
  });
  const byAge = {
    where: { creatorId: userId },
    order: { field: 'createdAt', direction: 'asc' },
    limit: PAGE_SIZE,
  } as const;
  const entries = [...(await reads.active.query('entries', byAge)), ...(await reads.active.query('series', byAge))];
  for (const { id } of messages) {
    await eraseMessage(context, id, causedBy(ERASE, event, id));
  }
  for (const { id } of entries) {
    await cancelEntry(context, id, causedBy(ERASE, event, id));
  }
  await removeFilesOf(context, userId, event);
  await waitUntilRead(context, await events.head());
};

/**
 * Records that the keys are destroyed, so that the read models remove the texts again. A parked event may have been retried
 * while they were still readable. @returns the position to wait for.
 */
const recordErasure = async (context: Context, userId: string, event: StoredEvent): Promise<Position> => {
  const recorded = await changeUser(context, { type: 'RecordErasure' }, causedBy(ERASE, event, 'erased'), userId);
  if (isRefusal(recorded)) throw new Error(`An erasure could not be recorded: ${recorded.refused}`);
  return recorded.position;
};

/** Erases a deleted account: removes files and keys, releases the number. */
export const eraseAccount = async (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { aggregates, keys, phones, reads } = context;
  const { userId } = event.data;
  // Do this while the numbers are still readable, so that nothing of this account can be found by them.
  await phones.forget(userId, (step) => causedBy(ERASE, event, step));
  // Keys first: even if a later step is slow or fails, nothing in the log is readable from here on.
  await keys.destroy(personSubject(userId));
  await keys.destroy(writingsSubject(userId));
  await waitUntilRead(context, await recordErasure(context, userId, event));
  aggregates.clear();
  await removeFilesOf(context, userId, event);
  await removeStragglers(context, userId, event);
  aggregates.clear();
  await reads.scrub();
};
