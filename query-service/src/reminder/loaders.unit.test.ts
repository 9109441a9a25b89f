import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import { expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { reminderLoaders } from './loaders.ts';

const [entryId, groupId] = ['00000000-0000-4000-8000-00000000000e', '00000000-0000-4000-8000-000000000001'];
const startsAt = '2026-05-14T17:00:00.000Z';

/** Ada is a member, and Ben has left. */
const documents: Readonly<Record<string, readonly { readonly id: string }[]>> = {
  entries: [{ id: entryId, groupId, creatorId: 'ada', name: 'Chapter 4', startsAt } as never],
  memberships: [{ id: `${groupId}:ada` }],
};

const reading = {
  reads: {
    active: {
      getMany: async (collection: string, ids: readonly string[]) =>
        new Map((documents[collection] ?? []).flatMap((one) => (ids.includes(one.id) ? [[one.id, one] as const] : []))),
    },
  },
} as unknown as Reading;

const due = (userId: string, more: Readonly<Record<string, string>> = {}): Change => ({
  audience: userAudience(userId),
  sequence: 1,
  position: '1',
  kind: 'reminderDue',
  data: { groupId, eventId: entryId, startsAt, minutes: 30, ...more },
});

it('a reminder that is sent again shows the event only to somebody who is still in its group (REMIND-10)', async () => {
  const { load, idOf } = reminderLoaders.dueEvent;
  const changes = [due('ada'), due('ben'), due('ada', { startsAt: '2026-05-14T18:00:00.000Z' })];
  const shown = await load({ context: reading, groups: new Map(), origin: '' }, changes);
  expect(changes.map((change) => (shown.get(idOf(change)) as { name?: string } | undefined)?.name)).toEqual([
    'Chapter 4',
    undefined,
    undefined,
  ]);
});
