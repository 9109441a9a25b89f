import type { Decider } from '../decider.ts';

/** One visit of an administrator: nothing but its beginning and its end. */
export type Visit = { readonly status: 'none' | 'open' | 'ended' };

export type VisitCommand = { readonly type: 'SignIn' | 'SignOut'; readonly visitId: string };

/** `actorId` names the administrator. */
export type VisitFacts = { readonly actorId: string };

export const visitDecider: Decider<VisitCommand, Visit, VisitFacts> = {
  initial: { status: 'none' },
  /** Begun twice it is begun, ended twice it is ended. */
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
