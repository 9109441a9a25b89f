import { sessionsAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { Connection } from './connections/connection.ts';
import { type ReplayParts, replay } from './replay.ts';

/** Audiences in one `resume`: more than anyone has. */
const MAX_RESUMED = 2000;

/**
 * Sends a connection the missed changes of the audiences that it requests and may follow.
 * @param wanted as sent by the client: audiences and the last sequence it has of each.
 * @returns the sequences reached. Audiences whose replay failed are omitted; the client asks for them again.
 */
export const resume = async (
  parts: ReplayParts,
  connection: Connection,
  wanted: unknown,
  failed: (error: unknown) => void,
): Promise<Record<string, number>> => {
  const { held, actor } = connection.data;
  const internal = sessionsAudience(actor.userId);
  const allowed = Object.entries(typeof wanted === 'object' && wanted !== null ? wanted : {})
    .slice(0, MAX_RESUMED)
    .filter(
      (pair): pair is [string, number] =>
        held.has(pair[0]) && pair[0] !== internal && Number.isSafeInteger(pair[1]) && pair[1] >= 0,
    );
  const reached: Record<string, number> = {};
  await Promise.all(
    allowed.map(([audience, from]) =>
      replay(parts, connection, audience, from).then((sequence) => {
        reached[audience] = sequence;
      }, failed),
    ),
  );
  return reached;
};
