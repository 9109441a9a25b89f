import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import { ada, ben, club, crew, happens, joined } from '../testing/people.ts';
import { Sequences } from './sequences.ts';

/** Read models in which a person is a member of these groups. */
const readsWith = (groupIds: readonly string[]): ReadStore =>
  ({
    active: { query: async () => groupIds.map((groupId) => ({ groupId })) },
    sequences: async (audiences: readonly string[]) => new Map(audiences.map((audience) => [audience, 7])),
  }) as unknown as ReadStore;

const numbered = async (groupIds: readonly string[], ...batches: (readonly StoredEvent[])[]) => {
  const sequences = new Sequences(readsWith(groupIds));
  const changes = [];
  for (const batch of batches) changes.push(...(await sequences.number(batch)));
  return changes
    .filter(({ kind }) => kind === 'memberUpdated')
    .map(({ audience, sequence, data }) => [audience, sequence, data.userId]);
};
const renamed = happens('NameChanged', { userId: ben, firstName: 'Benno', lastName: 'Ray' });

describe('a new name', () => {
  it("a new name reaches every group of the person, in sequence with the group's other changes (CQRS-05)", async () => {
    const [first, second] = recorded([joined(crew, ada), renamed]);
    expect(await numbered([club, crew], [first as StoredEvent, second as StoredEvent])).toEqual([
      [`group-${club}`, 8, ben],
      [`group-${crew}`, 10, ben],
    ]);
  });

  it('a new name reaches a group joined a moment ago, before the read models know about it', async () => {
    const [first, second] = recorded([joined(club, ben), renamed]);
    expect(await numbered([], [first as StoredEvent, second as StoredEvent])).toEqual([[`group-${club}`, 10, ben]]);
    expect(await numbered([], [first as StoredEvent], [second as StoredEvent])).toEqual([[`group-${club}`, 10, ben]]);
  });
});

it('no number is assigned twice, however many audiences are numbered before the first is stored', async () => {
  const groups = Array.from({ length: 51_000 }, (_, i) => `group-${i}`);
  const sequences = new Sequences(readsWith(groups));
  const first = await sequences.number(recorded([renamed]) as StoredEvent[]);
  const second = await sequences.number(recorded([renamed]) as StoredEvent[]);
  const sequencesOf = (changes: typeof first): readonly number[] =>
    changes.filter(({ kind }) => kind === 'memberUpdated').map(({ sequence }) => sequence);
  expect(new Set(sequencesOf(first))).toEqual(new Set([8]));
  expect(new Set(sequencesOf(second))).toEqual(new Set([9]));
});

it('numbers continue when those before them are stored while others are read', async () => {
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const reads = readsWith([club]);
  const stored = reads.sequences.bind(reads);
  const sequences = new Sequences(reads);
  const [hello, other] = recorded([joined(club, ada), joined(crew, ben)]);
  const first = await sequences.number([hello as StoredEvent]);
  reads.sequences = async (audiences) => {
    await asked;
    return stored(audiences);
  };
  const second = sequences.number([hello as StoredEvent, other as StoredEvent]);
  sequences.stored(first);
  answer();
  const inClub = (changes: typeof first): readonly number[] =>
    changes.filter(({ audience }) => audience === `group-${club}`).map(({ sequence }) => sequence);
  expect(inClub(await second)[0]).toBe((inClub(first).at(-1) ?? 0) + 1);
});
