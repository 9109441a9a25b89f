import type { Decider } from '../decider.ts';

/** One visit of an administrator: its start and its end. */
export type Visit = { readonly status: 'none' | 'open' | 'ended' };

export type VisitCommand = { readonly type: 'SignIn' | 'SignOut'; readonly visitId: string };

/** `actorId` is the administrator. */
export type VisitFacts = { readonly actorId: string };

export const visitDecider: Decider<VisitCommand, Visit, VisitFacts> = {
  initial: { status: 'none' },
  /** Starting or ending twice has no further effect. */
  decide: ({ type, visitId }, { status }, { actorId: by }) => {
    const data = { visitId, by };
    if (type === 'SignIn') return status === 'none' ? [{ type: 'AdminSignedIn', data }] : [];
    return status === 'open' ? [{ type: 'AdminSignedOut', data }] : [];
  },
  evolve: (visit, event) => {
    if (event.type === 'AdminSignedIn') return { status: 'open' };
    return event.type === 'AdminSignedOut' ? { status: 'ended' } : visit;
  },
};
