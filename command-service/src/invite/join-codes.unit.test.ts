import { isDigitCode, isInviteCode } from '@quorum/contracts/text/join-input.ts';
import { RESERVED_ROUTES } from '@quorum/contracts/text/reserved-routes.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import { describe, expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { CommandMetadata, Context } from '../handling/context.ts';
import { claimDigitCode, claimLinkCode } from './join-codes.ts';

/** In-memory streams with exact expected revisions. Every call yields once, so that commands overlap. */
const memoryStore = () => {
  const streams = new Map<string, StoredEvent[]>();
  let position = 0;
  const store: Pick<EventStore, 'append' | 'read' | 'known' | 'current'> = {
    known: () => undefined,
    current: () => undefined,
    read: async (stream, from = 0) => (streams.get(stream) ?? []).slice(from),
    append: async (stream, events, expected, metadata, ids = []) => {
      await new Promise((resolve) => setImmediate(resolve));
      const known = streams.get(stream) ?? [];
      const actual = known.length === 0 ? ('none' as const) : known.length - 1;
      if (expected !== actual) return { ok: false, actual };
      const added = events.map((event, index): StoredEvent => {
        position += 1;
        return {
          ...event,
          id: ids[index] ?? '',
          stream,
          revision: known.length + index,
          position: String(position).padStart(12, '0'),
          recordedAt: '2026-05-14T10:00:00.000Z',
          metadata,
        };
      });
      streams.set(stream, [...known, ...added]);
      return { ok: true, position: added.at(-1)?.position ?? '', events: added };
    },
  };
  return { store: store as EventStore, streams };
};

let seed = 1;

/** Reproducible random numbers. */
const chance = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

/** @param taken number of six-digit codes in use. */
const contextWith = (integer: (below: number) => number, taken = 0) => {
  const { store, streams } = memoryStore();
  const aggregates = new Aggregates(store, {
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  const reads = { active: { get: async () => (taken === 0 ? undefined : { id: '6', taken }) } };
  return { context: { aggregates, ids: { integer }, reads } as unknown as Context, streams };
};

const metadataOf = (groupId: string): CommandMetadata => ({
  actorId: 'ada',
  commandId: groupId,
  commandDigest: undefined,
  correlationId: groupId,
});

const draw = (claim: typeof claimDigitCode, context: Context, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => claim(context, `group-${index}`, metadataOf(`group-${index}`))),
  );

describe('join codes', () => {
  it('join codes are unique among 10,000 groups, though nearly every second draw is taken (API-59)', async () => {
    // Room for 20,000 codes only.
    const { context } = contextWith((below) => chance(Math.min(below, 20_000)));
    const codes = await draw(claimDigitCode, context, 10_000);
    expect(new Set(codes).size).toBe(10_000);
    expect(codes.every((code) => typeof code === 'string' && isDigitCode(code))).toBe(true);
  });

  it('join codes of links are unique and of the form that the parser accepts, with a letter and no route name (API-59)', async () => {
    // An alphabet of two characters gives 256 codes of eight, including one of digits only.
    const { context } = contextWith((below) => (chance(2) === 0 ? 0 : below - 1));
    const few = await draw(claimLinkCode, context, 150);
    expect(new Set(few).size).toBe(150);
    const { context: roomy } = contextWith(chance);
    const many = await draw(claimLinkCode, roomy, 10_000);
    expect(new Set(many).size).toBe(10_000);
    for (const code of [...few, ...many]) expect(isInviteCode(String(code))).toBe(true);
  });

  it('join codes never spell a route', () => {
    const asCodes = [...RESERVED_ROUTES].map((route) => route.toUpperCase());
    expect(asCodes.filter(isInviteCode)).toEqual([]);
  });

  it('join codes are refused with a clear message when none is free', async () => {
    const { context } = contextWith(() => 7);
    expect(await claimDigitCode(context, 'group-1', metadataOf('group-1'))).toBe('000007');
    expect(await claimDigitCode(context, 'group-2', metadataOf('group-2'))).toEqual({ refused: 'invite/none-free' });
  });

  it('join codes never equal the previous ones of the group (SAFE-10)', async () => {
    const draws = [7, 7, 8];
    const { context } = contextWith(() => draws.shift() ?? 9);
    expect(await claimDigitCode(context, 'group-1', metadataOf('first'))).toBe('000007');
    expect(await claimDigitCode(context, 'group-1', metadataOf('renewed'))).toBe('000008');
  });

  it('join codes have seven digits before a tenth of the six-digit ones is taken', async () => {
    const lengthWith = async (taken: number) =>
      String(await claimDigitCode(contextWith(chance, taken).context, 'group-1', metadataOf('group-1'))).length;
    expect([await lengthWith(0), await lengthWith(89_999), await lengthWith(90_000)]).toEqual([6, 6, 7]);
  });

  it('join codes are reserved by a stream of their own, for one group', async () => {
    const { context, streams } = contextWith(chance);
    const code = await claimLinkCode(context, 'group-1', metadataOf('group-1'));
    expect(streams.get(`joincode-${String(code)}`)?.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'JoinCodeClaimed', data: { code, groupId: 'group-1' } },
    ]);
  });
});
