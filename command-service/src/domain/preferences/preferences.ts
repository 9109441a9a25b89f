import { type InGroup, rules } from '@quorum/contracts/wire/policy.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

/** Colours and pins of one person. */
export type Preferences = { readonly colors: Map<string, number>; readonly pinned: Set<string> };

export const preferencesAggregate: Aggregate<Preferences> = {
  category: 'preferences',
  initial: () => ({ colors: new Map(), pinned: new Set() }),
  evolve: (state, event) => {
    if (event.type === 'GroupColorChosen') state.colors.set(event.data.groupId, event.data.colorIndex);
    if (event.type === 'GroupPinned') state.pinned.add(event.data.groupId);
    if (event.type === 'GroupUnpinned') state.pinned.delete(event.data.groupId);
    return state;
  },
};

export const decideChooseColor = (state: Preferences, asking: InGroup, groupId: string, colorIndex: number): Decision =>
  rules.readGroup(asking) ??
  (state.colors.get(groupId) === colorIndex
    ? []
    : [{ type: 'GroupColorChosen', data: { userId: asking.actorId, groupId, colorIndex } }]);

export const decidePin = (state: Preferences, asking: InGroup, groupId: string, isPinned: boolean): Decision =>
  rules.readGroup(asking) ??
  (state.pinned.has(groupId) === isPinned
    ? []
    : [{ type: isPinned ? 'GroupPinned' : 'GroupUnpinned', data: { userId: asking.actorId, groupId } }]);
