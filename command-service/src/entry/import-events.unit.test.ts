import type { ImportedEvent } from '@quorum/contracts/import/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Call } from '@quorum/service-kit/http/call.ts';
import { turnsDuring } from '@quorum/service-kit/testing/turns-during.ts';
import { expect, it } from 'vitest';
import type { DecideContext } from '../handling/context.ts';
import { importEvents } from './import-events.ts';

const [ada, NOW] = ['ad000000-0000-4000-8000-00000000000a', Date.parse('2026-05-14T12:00:00Z')];

const events = (many: number): readonly ImportedEvent[] =>
  Array.from({ length: many }, (_, index) => ({
    uid: `${index}`,
    name: 'Choir',
    description: '',
    location: '',
    date: '2026-05-19',
    time: '19:00',
    duration: 60,
    timeZone: 'UTC',
    repeats: { unit: 'year', every: 1 },
    excluded: [],
    changed: [],
  }));

/** A process of several, in which Ada has imported as much as a day allows. `leases`: who has which. */
const processWith = (leases: Map<string, string>) => {
  const lease = async (name: string, holder: string) => {
    if ((leases.get(name) ?? holder) !== holder) return false;
    leases.set(name, holder);
    return true;
  };
  const releaseLease = async (name: string) => void leases.delete(name);
  const active = {
    query: async () => [],
    getMany: async () => new Map(),
    count: async () => limits.importedPerDay,
  };
  const context = {
    reads: { lease, releaseLease, active },
    events: { head: async () => '1' },
    waitForReads: async () => true,
    clock: { now: () => NOW },
    defaultTimeZone: 'UTC',
  } as unknown as DecideContext;
  const run = importEvents(context);
  return async (commandId: string, many = 1) => {
    const call = { body: { groupId: MY_SCHEDULE, events: events(many) }, actor: { userId: ada }, commandId };
    const answer = await run(call as unknown as Call<'importEvents'>, () => undefined);
    return isRefusal(answer) ? answer.refused : 'imported';
  };
};

it('an import is put off while another process imports for the same person, so that they pass no limit together (ICS-13)', async () => {
  const leases = new Map<string, string>();
  const [one, other] = [processWith(leases), processWith(leases)];
  const first = one('first');
  expect(await other('second')).toBe('request/too-many');
  expect(await first).toBe('import/too-many-today');
  expect([await other('second'), leases.size]).toEqual(['import/too-many-today', 0]);
});

it('a repeat of an import whose process died need not wait for it (ICS-13)', async () => {
  const importFor = processWith(new Map([['import-ad', 'first']]));
  expect([await importFor('second'), await importFor('first')]).toEqual(['request/too-many', 'import/too-many-today']);
});

it('other work has its turn between two events of an import', async () => {
  const importFor = processWith(new Map());
  expect(await turnsDuring(importFor('first', 200))).toBeGreaterThanOrEqual(200);
});
