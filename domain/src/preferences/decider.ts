import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import { leastUsedColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { Map as ImmutableMap } from 'immutable';
import type { Decider, Decision } from '../decider.ts';

type Chosen<V> = { readonly value: V; readonly at: string };

type OfGroup = { readonly [N in keyof GroupPreferences]?: Chosen<GroupPreferences[N]> };

/** One person's preferences by group, each with the instant it was chosen. */
export type Preferences = ImmutableMap<string, OfGroup>;

export type PreferencesCommand =
  | { readonly type: 'ChangeGroupPreferences'; readonly groupId: string; readonly changes: GroupPreferences }
  /** Gives a group that was just made or joined a color, and a large one a lower level. */
  | { readonly type: 'GivePreferences'; readonly groupId: string };

export type PreferencesFacts = {
  readonly actorId: string;
  /** When the current membership began. Choices from an earlier membership no longer count. */
  readonly joinedAt: string | undefined;
  /** For what to give: the groups with a color that the person is in, and the number of members of the group. */
  readonly otherIds?: readonly string[];
  readonly memberCount?: number;
};

/** What the person has for a group. A choice from an earlier membership is missing, like one that was never made. */
const current = (preferences: Preferences, groupId: string, { joinedAt }: PreferencesFacts): GroupPreferences =>
  Object.fromEntries(
    Object.entries(preferences.get(groupId) ?? {}).flatMap(([name, { value, at }]) =>
      joinedAt !== undefined && at >= joinedAt ? [[name, value]] : [],
    ),
  );

const changed = (groupId: string, changes: GroupPreferences, { actorId }: PreferencesFacts): Decision =>
  Object.keys(changes).length === 0
    ? []
    : [{ type: 'GroupPreferencesChanged', data: { userId: actorId, groupId, changes } }];

const give = (preferences: Preferences, groupId: string, facts: PreferencesFacts): Decision => {
  const { joinedAt, otherIds = [], memberCount = 0 } = facts;
  const known = current(preferences, groupId, facts);
  if (joinedAt === undefined || known.color !== undefined) return [];
  const used = otherIds.flatMap((id) => preferences.get(id)?.color?.value ?? []);
  const isLoud = memberCount <= limits.loudGroup || known.level !== undefined;
  return changed(groupId, { color: leastUsedColorIndex(used), ...(isLoud ? {} : { level: 'mentions' }) }, facts);
};

/** What holds until somebody chooses. */
const UNCHOSEN: GroupPreferences = { pinned: false, level: 'all', eventChanges: true, mutedUntil: null };

export const preferencesDecider: Decider<PreferencesCommand, Preferences, PreferencesFacts> = {
  initial: ImmutableMap(),
  decide: (command, preferences, facts) => {
    const { groupId } = command;
    if (command.type === 'GivePreferences') return give(preferences, groupId, facts);
    const known: { readonly [name: string]: unknown } = { ...UNCHOSEN, ...current(preferences, groupId, facts) };
    const news = Object.entries(command.changes).filter(([name, value]) => known[name] !== value);
    return changed(groupId, Object.fromEntries(news), facts);
  },
  evolve: (preferences, event) => {
    if (event.type !== 'GroupPreferencesChanged') return preferences;
    const { groupId, changes } = event.data;
    const chosen = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, { value, at: event.recordedAt }]),
    ) as OfGroup;
    return preferences.set(groupId, { ...preferences.get(groupId), ...chosen });
  },
};
