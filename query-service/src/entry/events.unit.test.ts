import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { mySchedule } from './events.ts';

/** Read models in which every audience changes after each read. */
const busyContext = () => {
  const last = new Map([
    [userAudience('ada'), 3],
    [groupAudience('g1'), 7],
  ]);
  /** By audience, the sequence when its documents were read. */
  const shown = new Map<string, number>();
  const read = <T>(result: T): T => {
    for (const [audience, sequence] of last) last.set(audience, sequence + 1);
    return result;
  };
  const context = {
    reads: {
      sequence: async (audience: string) => read(last.get(audience) ?? 0),
      sequences: async (audiences: readonly string[]) =>
        read(new Map(audiences.flatMap((audience) => (last.has(audience) ? [[audience, last.get(audience)]] : [])))),
      active: {
        query: async (collection: string) => {
          const [audience, found] =
            collection === 'memberships'
              ? [userAudience('ada'), [{ groupId: 'g1' }, { groupId: 'silent' }]]
              : [groupAudience('g1'), []];
          shown.set(audience, last.get(audience) ?? 0);
          return read(found);
        },
        getMany: async () => new Map(),
      },
    },
    clock: { now: () => Date.parse('2026-05-14T10:00:00.000Z') },
    defaultTimeZone: 'America/New_York',
  };
  return { context: context as unknown as Context, shown };
};

describe('My Schedule', () => {
  it('My Schedule does not claim to include changes that came after it was read (CQRS-05)', async () => {
    const { context, shown } = busyContext();
    const { sequences = {} } = await mySchedule(context, 'ada', { limit: 100 });
    expect(Object.keys(sequences).sort()).toEqual([userAudience('ada'), ...['g1', 'silent'].map(groupAudience)].sort());
    for (const [audience, sequence] of shown) expect(sequences[audience]).toBeLessThanOrEqual(sequence);
    expect(sequences[groupAudience('silent')]).toBe(0);
  });

  it('My Schedule carries the sequences on its first page only', async () => {
    const { context } = busyContext();
    const after = '2026-05-14T10:00:00.000Z_e1';
    expect(await mySchedule(context, 'ada', { limit: 100, after })).not.toHaveProperty('sequences');
  });
});
