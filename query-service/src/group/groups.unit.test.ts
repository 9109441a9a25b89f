import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { myGroups } from './groups.ts';

/** Read models in which every audience changes after each read. */
const busyContext = () => {
  const audiences = { [collections.memberships.name]: userAudience('ada'), others: groupAudience('g1') };
  let now = 0;
  /** By audience, the sequence at the oldest read of anything that its changes describe. */
  const shown = new Map<string, number>();
  let listed = 0;
  const read = <T>(audience: string | undefined, result: T): T => {
    if (audience !== undefined && !shown.has(audience)) shown.set(audience, now);
    now += 1;
    return result;
  };
  const reads = {
    sequence: async () => read(undefined, now),
    sequences: async (asked: readonly string[]) => read(undefined, new Map(asked.map((audience) => [audience, now]))),
    active: {
      query: async (name: string, { where }: { where: { userId?: string } }) => {
        const membership = { groupId: 'g1', userId: 'ada', role: 'member', rank: '1', joinedPosition: '' };
        if (name === 'standings' || name === 'rsvps') return read(userAudience('ada'), []);
        if (name === 'messages' || name === 'notices') return read(audiences.others, []);
        if (where.userId === undefined) return read(audiences.others, [membership]);
        listed += 1;
        // The first look-up only determines which sequences to ask for. The role shown comes from the second.
        if (listed === 1) return read(userAudience('ada'), [membership]);
        return read(audiences.others, [membership]);
      },
      getMany: async (name: string) =>
        name === 'groups'
          ? read(
              audiences.others,
              new Map([['g1', { id: 'g1', name: 'G', ownerId: 'ada', memberCount: 1, settings: {} }]]),
            )
          : read(undefined, new Map()),
      get: async () => read(userAudience('ada'), undefined),
      count: async () => read(audiences.others, 0),
    },
  };
  const context = { reads, clock: { now: () => 0 } };
  return { context: context as unknown as Context, shown };
};

describe('the list of groups', () => {
  it('the list of groups does not claim to include changes that came after it was read (CQRS-05)', async () => {
    const { context, shown } = busyContext();
    const { groups, sequences } = await myGroups(context, 'ada', 'https://quorum.example');
    expect(groups.map(({ role }) => role)).toEqual(['member']);
    expect(Object.keys(sequences).sort()).toEqual([groupAudience('g1'), userAudience('ada')].sort());
    for (const [audience, sequence] of shown) expect(sequences[audience]).toBeLessThanOrEqual(sequence);
  });
});
