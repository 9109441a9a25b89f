import { describe, expect, it } from 'vitest';
import { CHAIN_START, chainHash, positionOf, type ServerEvent } from './eventstoredb-format.ts';
import { verifyStreams } from './eventstoredb-verifier.ts';

/** The next event of each named stream, in this order. One of a name with a star is of something else and has no hash. */
const logOf = (names: readonly string[]): readonly ServerEvent[] => {
  const ends = new Map<string, { readonly revision: number; readonly hash: string | undefined }>();
  return names.map((name, index) => {
    const streamId = name.replace('*', '');
    const { revision, hash: previous = CHAIN_START } = ends.get(streamId) ?? { revision: -1, hash: undefined };
    const event = { id: `e${index}`, type: 'Happened', data: '{}', metadata: '{}' };
    const hash = name === streamId ? chainHash(previous, streamId, event) : undefined;
    ends.set(streamId, { revision: revision + 1, hash });
    const commit = BigInt(index + 1);
    return {
      ...{ streamId, id: event.id, type: event.type, data: Buffer.from(event.data), created: new Date(0) },
      ...{ revision: BigInt(revision + 1), position: { commit, prepare: commit } },
      metadata: hash === undefined ? {} : { $hash: hash },
    };
  });
};

const isAt = (event: ServerEvent, stream: string, revision: number): boolean =>
  event.streamId === stream && event.revision === BigInt(revision);

/** @param remembered how many streams of several events may be remembered; by default more than there are. */
const verified = async (events: readonly ServerEvent[], remembered?: number) => {
  const reads: string[] = [];
  const faults: string[] = [];
  let counts: readonly [events: number, streams: number] = [0, 0];
  const log = {
    readAll: async (after: string, limit: number) => events.filter((each) => positionOf(each) > after).slice(0, limit),
    before: async (stream: string, revision: number) => {
      reads.push(`${stream} ${revision}`);
      return events.findLast((each) => each.streamId === stream && each.revision < BigInt(revision));
    },
  };
  const onChecked = (...now: [events: number, streams: number]): void => {
    counts = now;
  };
  for await (const { stream, revision, reason } of verifyStreams(log, onChecked, remembered))
    faults.push(`${stream} ${revision} ${reason}`);
  return { faults, reads, counts };
};

const FOUR_BY_FOUR = [...'abcdabcdabcdabcd'];

describe('the chains of streams', () => {
  it('the chains of streams are verified although only some ends of streams are remembered, by reading what is before (AUDIT-04)', async () => {
    const events = logOf(FOUR_BY_FOUR);
    const few = await verified(events, 2);
    expect(few.faults).toEqual([]);
    expect(few.reads).toEqual(
      [...'abcd'].map((stream) => `${stream} 2`).concat([...'abcd'].map((stream) => `${stream} 3`)),
    );
    expect(few.counts).toEqual([16, 4]);
    expect(await verified(events)).toEqual({ faults: [], reads: [], counts: [16, 4] });
  });

  it.each([
    ['are remembered', undefined],
    ['are not', 2],
  ])(
    'the chains of streams show what is missing or was altered where the ends of streams %s (AUDIT-04)',
    async (_, remembered) => {
      const events = logOf(FOUR_BY_FOUR)
        .filter((each) => !isAt(each, 'a', 0) && !isAt(each, 'a', 1) && !isAt(each, 'b', 2))
        .map((each) => (isAt(each, 'c', 2) ? { ...each, data: Buffer.from('{"forged":true}') } : each));
      const { faults, counts } = await verified(events, remembered);
      expect(faults).toEqual(['a 0 missing', 'a 1 missing', 'c 2 altered', 'b 2 missing']);
      expect(counts).toEqual([13, 3]);
    },
  );

  it.each([
    ['is remembered', undefined],
    ['is not', 2],
  ])('the chains of streams start again after an event of something else that %s (AUDIT-04)', async (_, remembered) => {
    const { faults } = await verified(logOf([...'abcdabcdab', 'c*', ...'dabcd']), remembered);
    expect(faults).toEqual(['c 2 altered']);
  });

  it('the chains of streams show an event that is stored after a later one (AUDIT-04)', async () => {
    const [first, second, third] = logOf(['a', 'a', 'a']);
    const swapped = [first, { ...third, position: second?.position }, { ...second, position: third?.position }];
    const { faults } = await verified(swapped as ServerEvent[]);
    expect(faults).toEqual(['a 1 missing', 'a 1 out-of-order']);
  });
});
