import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { leastUsedColorIndex } from '@quorum/contracts/text/group-colors.ts';
import { Map as ImmutableMap } from 'immutable';
import type { Decider, Decision } from '../decider.ts';

type Chosen<V> = { readonly value: V; readonly at: string };

type OfGroup = { readonly [N in keyof GroupPreferences]?: Chosen<GroupPreferences[N]> };

/** One person's preferences. Those by group have the instant at which each was chosen. */
export type Preferences = {
  readonly groups: ImmutableMap<string, OfGroup>;
  /** Alerts show the texts of messages. */
  readonly showText: boolean;
  /** Proposed by the wizard; undefined until it was chosen. */
  readonly reminderDefault: Reminder | undefined;
};

export type PreferencesCommand =
  | { readonly type: 'ChangeGroupPreferences'; readonly groupId: string; readonly changes: GroupPreferences }
  /** Gives a group that was just made or joined a color, and a large one a lower level. */
  | { readonly type: 'GivePreferences'; readonly groupId: string }
  | { readonly type: 'ChangeNotificationSettings'; readonly showText: boolean }
  | { readonly type: 'ChooseReminderDefault'; readonly minutes: Reminder };

export type PreferencesFacts = {
  readonly actorId: string;
  /** When the current membership began. Choices from an earlier membership no longer count. */
  readonly joinedAt: string | undefined;
  /** For what to give: the groups with a color that the person is in, and the number of members of the group. */
  readonly otherIds?: readonly string[];
  readonly memberCount?: number;
};

/** The person's preferences for a group. A choice from an earlier membership is missing, like one that was never made. */
const current = ({ groups }: Preferences, groupId: string, { joinedAt }: PreferencesFacts): GroupPreferences =>
  Object.fromEntries(
    Object.entries(groups.get(groupId) ?? {}).flatMap(([name, { value, at }]) =>
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
  const used = otherIds.flatMap((id) => preferences.groups.get(id)?.color?.value ?? []);
  const isLoud = memberCount <= limits.loudGroup || known.level !== undefined;
  return changed(groupId, { color: leastUsedColorIndex(used), ...(isLoud ? {} : { level: 'mentions' }) }, facts);
};

/** The defaults. */
const UNCHOSEN: GroupPreferences = { pinned: false, level: 'all', eventChanges: true, mutedUntil: null };

export const preferencesDecider: Decider<PreferencesCommand, Preferences, PreferencesFacts> = {
  initial: { groups: ImmutableMap(), showText: true, reminderDefault: undefined },
  decide: (command, preferences, facts) => {
    if (command.type === 'ChangeNotificationSettings') {
      const { showText } = command;
      const isNew = showText !== preferences.showText;
      return isNew ? [{ type: 'NotificationSettingsChanged', data: { userId: facts.actorId, showText } }] : [];
    }
    if (command.type === 'ChooseReminderDefault') {
      const { minutes } = command;
      const isNew = minutes !== preferences.reminderDefault;
      return isNew ? [{ type: 'ReminderDefaultChosen', data: { userId: facts.actorId, minutes } }] : [];
    }
    const { groupId } = command;
    if (command.type === 'GivePreferences') return give(preferences, groupId, facts);
    const known: { readonly [name: string]: unknown } = { ...UNCHOSEN, ...current(preferences, groupId, facts) };
    const news = Object.entries(command.changes).filter(([name, value]) => known[name] !== value);
    return changed(groupId, Object.fromEntries(news), facts);
  },
  evolve: (preferences, event) => {
    if (event.type === 'NotificationSettingsChanged') return { ...preferences, showText: event.data.showText };
    if (event.type === 'ReminderDefaultChosen') return { ...preferences, reminderDefault: event.data.minutes };
    if (event.type !== 'GroupPreferencesChanged') return preferences;
    const { groupId, changes } = event.data;
    const chosen = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, { value, at: event.recordedAt }]),
    ) as OfGroup;
    const { groups } = preferences;
    return { ...preferences, groups: groups.set(groupId, { ...groups.get(groupId), ...chosen }) };
  },
};
