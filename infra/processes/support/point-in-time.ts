import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { UsageError } from './command.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const REVISION = /^\d+$/;

/**
 * Parses a revision, or a time in a common format (`2026-05-12`, `2026-05-12 19:00`, or ISO 8601), which is returned as ISO 8601
 * in UTC. Without a zone, the local zone of the computer is used.
 * @throws UsageError
 */
export const canonicalPoint = (flag: string, text: string): string => {
  if (REVISION.test(text)) return text;
  const time = new Date(DAY.test(text) ? `${text} 00:00` : text);
  if (!/^\d{4}-/.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`--${flag} must be a time like "2026-05-12 19:00" or a revision like 12, not "${text}".`);
  return time.toISOString();
};

/** The events up to and including a parsed point; all if there is none. */
export const eventsUntil = (events: readonly StoredEvent[], point: string | undefined): readonly StoredEvent[] => {
  if (point === undefined) return events;
  if (REVISION.test(point)) return events.filter(({ revision }) => revision <= Number(point));
  return events.filter(({ recordedAt }) => recordedAt <= point);
};
