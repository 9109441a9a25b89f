import { randomUUID } from 'node:crypto';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { groupSubject, personSubject } from '@quorum/domain/event-definition.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EVERY, founded, GROUP, openScene, person, plain, renamed } from './snapshot-scene.ts';

let scene: Awaited<ReturnType<typeof openScene>>;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(() => scene.dispose());

describe('whatever happened in a group and whichever keys are destroyed', () => {
  const someone = fc.nat({ max: 6 }).map(person);
  const anyEvent = (groupId: string): fc.Arbitrary<DomainEvent> =>
    fc.oneof(
      {
        weight: 8,
        arbitrary: someone.map(
          (userId): DomainEvent => ({ type: 'MemberJoined', data: { groupId, userId, via: 'code' } }),
        ),
      },
      {
        weight: 3,
        arbitrary: someone.map(
          (userId): DomainEvent => ({ type: 'MemberLeft', data: { groupId, userId, reason: 'own-wish' } }),
        ),
      },
      {
        weight: 2,
        arbitrary: someone.map(
          (userId): DomainEvent => ({ type: 'MemberRemoved', data: { groupId, userId, by: person(0) } }),
        ),
      },
      {
        weight: 1,
        arbitrary: someone.map(
          (userId): DomainEvent => ({ type: 'RemovalLifted', data: { groupId, userId, reason: 'let-back-in' } }),
        ),
      },
      {
        weight: 2,
        arbitrary: someone.map(
          (userId): DomainEvent => ({ type: 'MemberRoleChanged', data: { groupId, userId, role: 'admin' } }),
        ),
      },
      {
        weight: 1,
        arbitrary: someone.map(
          (to): DomainEvent => ({
            type: 'OwnershipTransferred',
            data: { groupId, from: person(0), to, reason: 'own-wish' },
          }),
        ),
      },
      { weight: 2, arbitrary: fc.string().map((name) => renamed(groupId, name)) },
      {
        weight: 1,
        arbitrary: fc.constant<DomainEvent>({ type: 'GroupDeleted', data: { groupId, reason: 'own-wish' } }),
      },
    );
  const moments = ['before', 'between', 'after', 'never'] as const;

  it('snapshot and later events give the state that the whole stream gives', async () => {
    let used = 0;
    const histories = fc.record({
      first: fc.array(anyEvent(GROUP), { minLength: 1, maxLength: 12 }),
      later: fc.array(anyEvent(GROUP), { maxLength: 6 }),
      groupKey: fc.constantFrom(...moments, 'never'),
      personKey: fc.constantFrom(...moments),
    });
    await fc.assert(
      fc.asyncProperty(histories, async ({ first, later, groupKey, personKey }) => {
        const groupId = randomUUID();
        const inGroup = (events: readonly DomainEvent[]) =>
          events.map((event) => ({ ...event, data: { ...event.data, groupId } }) as DomainEvent);
        const destroy = async (now: (typeof moments)[number]): Promise<void> => {
          if (groupKey === now) await scene.keys.destroy(groupSubject(groupId));
          if (personKey === now) await scene.keys.destroy(personSubject(person(0)));
        };
        const [begun, rest] = [[founded(groupId), ...inGroup(first)], inGroup(later)];
        await scene.append(begun, { groupId });
        await destroy('before');
        const writer = scene.started();
        await writer.load(groupId);
        if (begun.length >= EVERY && groupKey !== 'before') await writer.written;
        await destroy('between');
        await scene.append(rest, { groupId, from: begun.length });
        await destroy('after');
        const reader = scene.started();
        expect(plain(await reader.load(groupId))).toEqual(plain(await scene.foldedWhole(groupId)));
        // A process that had it in memory gives the same.
        expect(plain(await writer.load(groupId))).toEqual(plain(await scene.foldedWhole(groupId)));
        if (reader.outcomes[0] === 'used') used += 1;
        expect(reader.outcomes[0] === 'used').toBe(begun.length >= EVERY && groupKey === 'never');
      }),
      { numRuns: 60, seed: 20, endOnFailure: true },
    );
    expect(used).toBeGreaterThan(10);
  });
});
