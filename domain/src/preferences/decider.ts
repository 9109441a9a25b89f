import { leastUsedColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { Map as ImmutableMap } from 'immutable';
import type { Decider, Decision } from '../decider.ts';

/** One person's colors and pins by group, each with the instant it was chosen. */
export type Preferences = {
  readonly colors: ImmutableMap<string, { readonly colorIndex: number; readonly at: string }>;
  readonly pinned: ImmutableMap<string, string>;
};

export type PreferencesCommand =
  | { readonly type: 'ChooseColor'; readonly groupId: string; readonly colorIndex: number }
  /** Gives a group that was just made or joined a color. */
  | { readonly type: 'GiveColor'; readonly groupId: string }
  | { readonly type: 'PinGroup'; readonly groupId: string; readonly isPinned: boolean };

export type PreferencesFacts = {
  readonly actorId: string;
  /** When the current membership began. Choices from an earlier membership no longer count. */
  readonly joinedAt: string | undefined;
  /** For a color to give: the groups with a color that the person is in. */
  readonly otherIds?: readonly string[];
};

const holds = (chosenAt: string | undefined, { joinedAt }: PreferencesFacts): boolean =>
  chosenAt !== undefined && joinedAt !== undefined && chosenAt >= joinedAt;

const giveColor = (colors: Preferences['colors'], groupId: string, facts: PreferencesFacts): Decision => {
  if (facts.joinedAt === undefined || holds(colors.get(groupId)?.at, facts)) return [];
  const used = (facts.otherIds ?? []).flatMap((id) => colors.get(id)?.colorIndex ?? []);
  const colorIndex = leastUsedColorIndex(used);
  return [{ type: 'GroupColorChosen', data: { userId: facts.actorId, groupId, colorIndex } }];
};

export const preferencesDecider: Decider<PreferencesCommand, Preferences, PreferencesFacts> = {
  initial: { colors: ImmutableMap(), pinned: ImmutableMap() },
  decide: (command, { colors, pinned }, facts) => {
    const { groupId } = command;
    const userId = facts.actorId;
    if (command.type === 'GiveColor') return giveColor(colors, groupId, facts);
    if (command.type === 'ChooseColor') {
      const { colorIndex } = command;
      const chosen = colors.get(groupId);
      if (chosen?.colorIndex === colorIndex && holds(chosen.at, facts)) return [];
      return [{ type: 'GroupColorChosen', data: { userId, groupId, colorIndex } }];
    }
    if (holds(pinned.get(groupId), facts) === command.isPinned) return [];
    return [{ type: command.isPinned ? 'GroupPinned' : 'GroupUnpinned', data: { userId, groupId } }];
  },
  evolve: (preferences, event) => {
    const { colors, pinned } = preferences;
    const at = event.recordedAt;
    switch (event.type) {
      case 'GroupColorChosen':
        return { colors: colors.set(event.data.groupId, { colorIndex: event.data.colorIndex, at }), pinned };
      case 'GroupPinned':
        return { colors, pinned: pinned.set(event.data.groupId, at) };
      case 'GroupUnpinned':
        return { colors, pinned: pinned.delete(event.data.groupId) };
      default:
        return preferences;
    }
  },
};
