import { type InGroup, rules } from '@quorum/contracts/wire/policy.ts';
import type { Aggregate, Decision } from '../aggregate.ts';

/** Colours and pins of one person, each with the instant at which it was chosen. */
export type Preferences = {
  readonly colors: Map<string, { readonly colorIndex: number; readonly at: string }>;
  readonly pinned: Map<string, string>;
};

/** Where the person stands in the group, and since when: what was chosen in a former membership went with it. */
export type AskingMember = InGroup & { readonly joinedAt: string | undefined };

export const preferencesAggregate: Aggregate<Preferences> = {
  category: 'preferences',
  initial: () => ({ colors: new Map(), pinned: new Map() }),
  evolve: (state, event) => {
    const at = event.recordedAt;
    if (event.type === 'GroupColorChosen') {
      state.colors.set(event.data.groupId, { colorIndex: event.data.colorIndex, at });
    }
    if (event.type === 'GroupPinned') state.pinned.set(event.data.groupId, at);
    if (event.type === 'GroupUnpinned') state.pinned.delete(event.data.groupId);
    return state;
  },
};

const holds = (chosenAt: string | undefined, { joinedAt }: AskingMember): boolean =>
  chosenAt !== undefined && joinedAt !== undefined && chosenAt >= joinedAt;

export const decideChooseColor = (
  state: Preferences,
  asking: AskingMember,
  groupId: string,
  colorIndex: number,
): Decision => {
  const refusal = rules.readGroup(asking);
  if (refusal !== undefined) return refusal;
  const chosen = state.colors.get(groupId);
  if (chosen?.colorIndex === colorIndex && holds(chosen.at, asking)) return [];
  return [{ type: 'GroupColorChosen', data: { userId: asking.actorId, groupId, colorIndex } }];
};

export const decidePin = (state: Preferences, asking: AskingMember, groupId: string, isPinned: boolean): Decision => {
  const refusal = rules.readGroup(asking);
  if (refusal !== undefined) return refusal;
  if (holds(state.pinned.get(groupId), asking) === isPinned) return [];
  return [{ type: isPinned ? 'GroupPinned' : 'GroupUnpinned', data: { userId: asking.actorId, groupId } }];
};
