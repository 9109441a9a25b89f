import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Call } from '@quorum/service-kit/http/call.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { checkImport } from './check-import.ts';

const NOW = Date.parse('2026-05-14T12:00:00Z');

/** Events of a file. */
const events = (many: number) =>
  Array.from({ length: many }, (_, index) => ({
    ...{ uid: `${index}`, name: 'Choir', description: '', location: '' },
    ...{ date: '2026-05-19', time: '19:00', duration: 60, timeZone: 'UTC' },
    ...{ repeats: { unit: 'year', every: 1 }, excluded: [], changed: [] },
  }));

const context = {
  reads: { active: { query: async () => [], getMany: async () => new Map() } },
  clock: { now: () => NOW },
  defaultTimeZone: 'UTC',
} as unknown as Context;

it('other work has its turn between two events of a dry run, twice for each', async () => {
  const call = { body: { groupId: MY_SCHEDULE, events: events(200) }, actor: { userId: 'ada' } };
  const checked = checkImport(context)(call as unknown as Call<'checkImport'>, () => undefined);
  expect(await turnsDuring(checked)).toBeGreaterThanOrEqual(400);
});
