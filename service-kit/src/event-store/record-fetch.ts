import { randomUUID } from 'node:crypto';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { feedDecider } from '@quorum/domain/calendar-feed/decider.ts';
import { feedStream } from '@quorum/domain/calendar-feed/events.ts';
import type { EventStore } from '../ports/event-store.ts';

/**
 * Records that a program read a calendar by its link, at most once a day. If another process is faster, it has recorded the same.
 * @param now milliseconds. @throws LogUnavailableError
 */
export const recordFetch = async (
  events: Pick<EventStore, 'append' | 'read'>,
  feedId: string,
  now: number,
): Promise<void> => {
  const stream = feedStream(feedId);
  const stored = await events.read(stream);
  const feed = stored.reduce(feedDecider.evolve, feedDecider.initial);
  const decision = feedDecider.decide({ type: 'NoteFetch' }, feed, { actorId: 'anonymous', now });
  if (isRefusal(decision) || decision.length === 0) return;
  const commandId = `feed-fetch:${randomUUID()}`;
  const metadata = { actor: 'anonymous', commandId, correlationId: commandId, causationId: commandId };
  await events.append(stream, decision, stored.length - 1, metadata);
};
