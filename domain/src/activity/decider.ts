import type { Decider } from '../decider.ts';

/** Up to when a person has seen what concerns them; undefined before the first time. */
export type SeenActivity = { readonly upTo: string | undefined };

/** UTC, ISO 8601. */
export type ActivityCommand = { readonly type: 'ReadActivity'; readonly upTo: string };

/** `now`: milliseconds. */
export type ActivityFacts = { readonly actorId: string; readonly now: number };

export const activityDecider: Decider<ActivityCommand, SeenActivity, ActivityFacts> = {
  initial: { upTo: undefined },
  /** An instant to come counts as now. */
  decide: (command, seen, { actorId, now }) => {
    const upTo = new Date(Math.min(Date.parse(command.upTo), now)).toISOString();
    return seen.upTo !== undefined && upTo <= seen.upTo
      ? []
      : [{ type: 'ActivityRead', data: { userId: actorId, upTo } }];
  },
  evolve: (seen, event) => (event.type === 'ActivityRead' ? { upTo: event.data.upTo } : seen),
};
