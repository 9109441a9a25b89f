import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { isMuted } from '@quorum/contracts/notification/group-notifications.ts';
import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import {
  type PreferencesCommand,
  type PreferencesFacts,
  preferencesDecider,
} from '@quorum/domain/preferences/decider.ts';
import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import {
  type Reading,
  type ReadingCommand,
  type ReadingFacts,
  readingDecider,
} from '@quorum/domain/reading/decider.ts';
import { readingStream } from '@quorum/domain/reading/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { done } from '../handling/answer.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';

type OfGroup = Extract<PreferencesCommand, { readonly groupId: string }>;

/** The person's standing in the group, and since when. */
export const membershipIn = async (
  { aggregates }: DecideContext,
  groupId: string,
  actorId: string,
): Promise<(InGroup & PreferencesFacts) | Refusal> => {
  const group = await aggregates.load(groupDecider, groupStream(groupId));
  if (group.status !== 'active') return refuse('group/not-a-member');
  const { members } = group;
  return { ...standing(group, actorId), joinedAt: members.get(actorId)?.joinedAt, memberCount: members.size };
};

const readingFactsIn =
  (context: DecideContext) =>
  async (
    reading: Reading,
    { groupId, messageId }: ReadingCommand,
    actorId: string,
  ): Promise<(InGroup & ReadingFacts) | Refusal> => {
    const member = await membershipIn(context, groupId, actorId);
    if (isRefusal(member)) return member;
    const messageOf = (id: string) => context.aggregates.load(messageDecider, messageStream(id));
    const last = reading.messageId === undefined ? undefined : await messageOf(reading.messageId);
    return { ...member, message: await messageOf(messageId), last };
  };

/** A person's preferences for each group, and how far they have read its chat. */
export const preferenceCommands = (context: DecideContext) => {
  const onPreferences = commandsOn(context.aggregates, {
    decider: preferencesDecider,
    stream: (_groupId, actorId) => preferencesStream(actorId),
    missing: 'group/not-a-member',
    facts: (_preferences, { groupId }: OfGroup, actorId) => membershipIn(context, groupId, actorId),
  });
  const onSettings = commandsOn(context.aggregates, {
    decider: preferencesDecider,
    stream: preferencesStream,
    missing: 'session/invalid',
    facts: (_preferences, _command, actorId): PreferencesFacts => ({ actorId, joinedAt: undefined }),
  });
  const onReading = commandsOn(context.aggregates, {
    decider: readingDecider,
    stream: (groupId, actorId) => readingStream(actorId, groupId),
    missing: 'group/not-a-member',
    facts: readingFactsIn(context),
  });
  const change = (groupId: string, changes: GroupPreferences) => {
    const { mutedUntil } = changes;
    const isOver = mutedUntil !== undefined && !isMuted(mutedUntil, context.clock.now());
    const settled = isOver ? { ...changes, mutedUntil: null } : changes;
    return { type: 'ChangeGroupPreferences', groupId, changes: settled } as const;
  };
  return {
    changeGroupPreferences: onPreferences({
      id: ({ body }) => body.groupId,
      command: ({ body: { groupId, ...changes } }) => change(groupId, changes),
      answer: done,
    }),
    chooseColor: onPreferences({
      id: ({ body }) => body.groupId,
      command: ({ body }) => change(body.groupId, { color: body.colorIndex }),
      answer: done,
    }),
    pinGroup: onPreferences({
      id: ({ body }) => body.groupId,
      command: ({ body }) => change(body.groupId, { pinned: body.isPinned }),
      answer: done,
    }),
    changeNotificationSettings: onSettings({
      id: ({ actor }) => actor.userId,
      command: ({ body: { showText } }) => ({ type: 'ChangeNotificationSettings', showText }),
      answer: done,
    }),
    chooseReminderDefault: onSettings({
      id: ({ actor }) => actor.userId,
      command: ({ body: { minutes } }) => ({ type: 'ChooseReminderDefault', minutes }),
      answer: done,
    }),
    chooseNotifications: onPreferences({ command: ({ body }, groupId) => change(groupId, body), answer: done }),
    readGroupUpTo: onReading({
      command: ({ body }, groupId) => ({ type: 'ReadUpTo', groupId, messageId: body.messageId }),
      answer: done,
    }),
  } satisfies Partial<Handlers<'command'>>;
};
