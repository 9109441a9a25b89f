import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { StoredEvent } from '../stored-event.ts';

/** When (UTC, ISO 8601) and by whom something was deleted. */
export type Deletion = { readonly at: string; readonly by: string };

/** By the date of a series that was deleted; the deletion of the entry itself by `entry`. */
export type Deletions = { readonly [what: string]: Deletion };

const keyOf = (occurrence: string | undefined): string => occurrence ?? 'entry';

export const deletionOf = (deletions: Deletions, occurrence: string | undefined): Deletion | undefined =>
  deletions[keyOf(occurrence)];

export const withDeletion = (
  deletions: Deletions,
  occurrence: string | undefined,
  { recordedAt: at, metadata }: Pick<StoredEvent, 'recordedAt' | 'metadata'>,
): Deletions => ({ ...deletions, [keyOf(occurrence)]: { at, by: metadata.actor } });

export const withoutDeletion = (deletions: Deletions, occurrence: string | undefined): Deletions => {
  const { [keyOf(occurrence)]: _, ...others } = deletions;
  return others;
};

type Circumstances = {
  /** By moderation. */
  readonly isRemoved: boolean;
  /** Its texts can no longer be read. */
  readonly isErased: boolean;
  /** Milliseconds. */
  readonly now: number;
};

/** Why something deleted cannot be restored. */
export const refuseRestoring = ({ at }: Deletion, { isRemoved, isErased, now }: Circumstances): Refusal | undefined => {
  if (isRemoved) return refuse('event/removed');
  if (isErased) return refuse('event/not-found');
  return now - Date.parse(at) > limits.eventRestorable ? refuse('event/restore-over') : undefined;
};
