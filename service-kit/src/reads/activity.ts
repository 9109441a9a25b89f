import type { ActivityItemView } from '@quorum/contracts/activity/wire.ts';
import { collectionOf } from './collection.ts';

/** Up to when a person has seen what concerns them. Id: the person's. */
export type ActivityMarkDocument = { readonly id: string; readonly userId: string; readonly upTo: string };

/**
 * A change of a person's standing in a group: another role, or removed. It outlives the membership. Id: its event's. `order` is the log
 * position of the event.
 */
export type StandingDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly kind: Extract<ActivityItemView['kind'], 'admin' | 'member' | 'owner' | 'removed'>;
  /** For a removed person: the name that the group had. */
  readonly groupName?: string;
  /** Who changed it. */
  readonly by: string;
  readonly order: string;
  readonly at: string;
};

export const activityCollections = {
  activityMarks: collectionOf<ActivityMarkDocument>({ person: 'userId' }, ['userId']),
  standings: collectionOf<StandingDocument>({ group: 'groupId', person: 'userId' }, ['userId', 'at'], ['groupId']),
};
