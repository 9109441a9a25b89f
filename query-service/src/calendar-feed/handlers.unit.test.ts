import { setImmediate } from 'node:timers/promises';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import type { Call } from '@quorum/service-kit/http/call.ts';
import type { FeedDocument } from '@quorum/service-kit/reads/calendar-feed.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../reading/context.ts';
import { calendarFeedHandlers } from './handlers.ts';

const NOW = Date.parse('2026-05-14T12:00:00Z');
const LIVE = 'x'.repeat(43);
const feed: FeedDocument = {
  id: 'ada:club',
  feedId: tokenHash(LIVE),
  userId: 'ada',
  groupId: 'club',
  createdAt: '2026-05-01T10:00:00.000Z',
  fetchedAt: null,
};

type World = {
  /** What the read models have when the call comes, and once they have the head of the log. */
  readonly before: readonly FeedDocument[];
  readonly after: readonly FeedDocument[];
  /** Whether the read models get there in time. */
  readonly arrives?: boolean;
  readonly isMember?: boolean;
  readonly recordFetch?: () => Promise<void>;
};

const fetchIn = ({ before, after, arrives = true, isMember = true, recordFetch = async () => {} }: World) => {
  let now = before;
  const documents = { query: async () => now, get: async () => (isMember ? { id: 'some' } : undefined) };
  const context = {
    reads: { active: documents, sequence: async () => 7 },
    clock: { now: () => NOW },
    history: { head: async () => '5' },
    log: { warn: () => {} },
    recordFetch,
  } as unknown as Context;
  const waitFor = async (position: string) => {
    if (position === '5' && arrives) now = after;
    return arrives;
  };
  const call = {
    params: { token: LIVE },
    address: '10.0.0.1',
    raw: { request: { headers: {} } },
    origin: '',
  };
  return calendarFeedHandlers(context, { waitFor }).readCalendarFeed(call as unknown as Call<'readCalendarFeed'>);
};

/** Fetches with invented links and one live one, from one address. */
const flood = () => {
  let open = 0;
  let most = 0;
  const query = async (_: string, { where }: { where: { feedId: string | readonly string[] } }) => {
    open += 1;
    most = Math.max(most, open);
    await setImmediate();
    open -= 1;
    return [where.feedId].flat().includes(feed.feedId) ? [feed] : [];
  };
  const context = {
    reads: { active: { query, get: async () => ({ id: 'some' }) }, sequence: async () => 7 },
    clock: { now: () => NOW },
    history: { head: async () => '5' },
    log: { warn: () => {} },
    recordFetch: async () => {},
  } as unknown as Context;
  const { readCalendarFeed } = calendarFeedHandlers(context, { waitFor: async () => true });
  const get = (token: string) => {
    const raw = { request: { headers: {} } };
    const call = { params: { token }, address: '10.0.0.1', raw, origin: '' };
    return readCalendarFeed(call as unknown as Call<'readCalendarFeed'>);
  };
  const guess = (count: number) => Array.from({ length: count }, (_, index) => get(`${index}`.padStart(43, 'y')));
  /** The live one is asked for last. */
  const atOnce = async (count: number) => {
    most = 0;
    const guesses = guess(count);
    const found = await get(LIVE);
    await Promise.all(guesses);
    return { found, most };
  };
  return { guess, atOnce };
};

describe('a flood of invented links', () => {
  it('a flood of invented links from an address is looked up one at a time, and never refuses a live one (ICS-04)', async () => {
    const { guess, atOnce } = flood();
    await Promise.all(guess(limits.feedMissesPerHour));
    const { found, most } = await atOnce(1000);
    expect([isRefusal(found), most]).toEqual([false, 1]);
  });
});

describe('a fetch by a calendar link', () => {
  it('a fetch by a calendar link sees what was acknowledged before it, such as the end of a membership (ICS-03)', async () => {
    expect(await fetchIn({ before: [feed], after: [] })).toMatchObject({ refused: 'feed/unknown' });
    expect(isRefusal(await fetchIn({ before: [], after: [feed] }))).toBe(false);
  });

  it('a fetch by a calendar link that was made while its person left the group finds nothing (ICS-03)', async () => {
    expect(await fetchIn({ before: [feed], after: [feed], isMember: false })).toMatchObject({
      refused: 'feed/unknown',
    });
  });

  it('a fetch by a calendar link is put off while the read models are behind (ICS-03)', async () => {
    expect(await fetchIn({ before: [feed], after: [feed], arrives: false })).toMatchObject({
      refused: 'service/behind',
      retryAfter: 1,
    });
  });

  it('a fetch by a calendar link is answered also while it cannot be recorded', async () => {
    const answer = await fetchIn({
      before: [feed],
      after: [feed],
      recordFetch: () => Promise.reject(new Error('full')),
    });
    expect(isRefusal(answer)).toBe(false);
  });
});
