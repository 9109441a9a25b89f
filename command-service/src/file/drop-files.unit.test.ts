import { groupStream } from '@quorum/domain/group/events.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { dropFiles } from './drop-files.ts';

const [groupId, ownerId] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002'];

/**
 * Appends to nothing: a log of these streams, and read models that show no group, as while all its events are parked.
 * @param pending messages with an open report, among many that are decided.
 */
const contextWith = (streams: Readonly<Record<string, readonly StoredEvent[]>>, pending: readonly string[] = []) => {
  const decided = pending.flatMap((messageId) => Array(1000).fill({ messageId, status: 'reviewed' }));
  const removed: string[] = [];
  const events = {
    known: () => undefined,
    current: () => undefined,
    canRead: async () => true,
    read: async (stream: string, from = 0) => (streams[stream] ?? []).filter(({ revision }) => revision >= from),
    append: async () => ({ ok: true, position: '9', events: [] }),
  } as unknown as Context['events'];
  const parts = {
    events,
    aggregates: new Aggregates(events),
    files: { remove: async (id: string) => void removed.push(id) },
    reads: {
      active: {
        query: async (collection: string, { where, filter = [], limit }: Query) => {
          if (collection !== 'reports') return [];
          const matches = (report: Record<string, unknown>) =>
            report.messageId === where.messageId && filter.every(({ field, value }) => report[field] === value);
          const open = pending.map((messageId) => ({ messageId, status: 'pending' }));
          return [...decided, ...open].filter(matches).slice(0, limit);
        },
      },
    },
    waitForReads: async () => true,
  };
  return { context: parts as unknown as Context, removed };
};

const metadata = { actor: ownerId, commandId: 'c', correlationId: 'c', causationId: 'c' };

const stored = (stream: string, ...events: readonly { readonly type: string; readonly data: object }[]) =>
  events.map((event, revision) => {
    const position = String(revision).padStart(16, '0');
    return { ...event, id: `${stream} ${revision}`, stream, revision, position, recordedAt: '2030-01-01', metadata };
  }) as unknown as StoredEvent[];

const image = (fileId: string) => ({
  type: 'FileStored',
  data: { fileId, ownerId, groupId, purpose: 'group-image', name: null },
});

it('the image of a group that the read models do not show, because its events are parked, is kept (CQRS-06)', async () => {
  const group = stored(
    groupStream(groupId),
    { type: 'GroupCreated', data: { groupId, ownerId, imageId: null } },
    { type: 'GroupImageChanged', data: { groupId, fileId: 'former' } },
    { type: 'GroupImageChanged', data: { groupId, fileId: 'current' } },
  );
  const { context, removed } = contextWith({
    [groupStream(groupId)]: group,
    'file-former': stored('file-former', image('former')),
    'file-current': stored('file-current', image('current')),
  });
  await dropFiles.react(context, group[2] as StoredEvent);
  expect(removed).toEqual(['former']);
});

it('the file of a message in a deleted group is dropped once no report of it is open (OPEN-097, PERM-21)', async () => {
  const [messageId, fileId] = ['30000000-0000-4000-8000-000000000003', 'flyer'];
  const about = { messageId, groupId, senderId: ownerId };
  const message = stored(messageStream(messageId), { type: 'MessagePosted', data: { ...about, file: { fileId } } });
  const streams = {
    [messageStream(messageId)]: message,
    [`file-${fileId}`]: stored(`file-${fileId}`, {
      type: 'FileStored',
      data: { fileId, ownerId, groupId, messageId, purpose: 'message', name: null },
    }),
  };
  const created = { type: 'GroupCreated', data: { groupId, ownerId, imageId: null } };
  const deleted = { type: 'GroupDeleted', data: { groupId, reason: 'own-wish' } };
  const [decided] = stored('report-r', { type: 'ReportReviewed', data: { ...about, reportId: 'r', action: 'allow' } });
  const dropped = async (group: readonly (typeof created | typeof deleted)[], pending: readonly string[]) => {
    const log = { ...streams, [groupStream(groupId)]: stored(groupStream(groupId), ...group) };
    const { context, removed } = contextWith(log, pending);
    await dropFiles.react(context, decided as StoredEvent);
    return removed;
  };
  expect(await dropped([created], [])).toEqual([]);
  expect(await dropped([created, deleted], [messageId])).toEqual([]);
  expect(await dropped([created, deleted], [])).toEqual([fileId]);
});
