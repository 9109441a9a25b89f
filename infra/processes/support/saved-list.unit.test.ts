import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { expect, it } from 'vitest';
import { deletionsIn } from './saved-list.ts';

const recorded = [
  ['user-u', 'UserRegistered'],
  ['message-deleted', 'MessageDeleted'],
  ['message-removed', 'MessageRemoved'],
  ['entry-purged', 'EntryPurged'],
  ['group-g', 'GroupDeleted'],
  ['user-u', 'AccountDeleted'],
].map(([stream, type], index) => ({ stream, type, position: String(index + 1) }));

const log = {
  readAll: async (after: string) => recorded.filter(({ position }) => position > after),
} as unknown as EventLog;

it('a list of what was erased names what moderation removed, and the event that it announced (OPER-02)', async () => {
  expect(await deletionsIn(log)).toEqual([
    'message deleted',
    'message removed',
    'event removed',
    'event purged',
    'group g',
    'account u',
  ]);
});
