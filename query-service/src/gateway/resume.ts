import { sessionsAudience } from '@quorum/contracts/wire/socket.ts';
import type { Connection } from './connection.ts';
import { type ReplayParts, replay } from './replay.ts';

/** Audiences named in one `resume`: more than anybody has. */
const MOST_RESUMED = 2000;

/**
 * Shows a connection what it missed of the audiences that it asks for and may hear.
 * @param wanted as the client sent it: audiences and the last sequences that it has of them.
 * @returns the sequences reached. An audience whose replay failed is not among them; the client asks for it again.
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
    .slice(0, MOST_RESUMED)
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
