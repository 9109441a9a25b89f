import { type Concern, messageAlert } from '@quorum/contracts/notification/alert.ts';
import { isMuted } from '@quorum/contracts/preferences/muted.ts';
import { isErased } from '@quorum/contracts/text/person-name.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageDocument, messageJoins, presentMessages } from '@quorum/service-kit/reads/message.ts';
import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { fromAggregates, only } from '../handling/answer.ts';
import type { AlertContext, AlertKind } from './alert-kind.ts';
import { subscribedMembers } from './subscribed-members.ts';

type Posted = EventOf<'MessagePosted'>;

/** Milliseconds. Long enough for somebody who is reading to have said so. */
const DELAY = 5000;

/** Seconds. */
const TTL = 4 * 3600;

const messageOf = ({ aggregates }: AlertContext, id: string) => aggregates.load(messageDecider, messageStream(id));

/** How it concerned somebody when it was posted. An edit tells nobody again. */
const concernOf = ({ data }: Posted, repliedTo: string | undefined, userId: string): Concern | undefined => {
  if (data.mentions?.includes(userId)) return 'mention';
  if (data.everyone) return 'everyone';
  return repliedTo === userId ? 'reply' : undefined;
};

const authorReplied = async (context: AlertContext, { data }: Posted): Promise<string | undefined> =>
  data.replyTo === null ? undefined : (await messageOf(context, data.replyTo)).senderId;

/** The view of a posted message; undefined once it, or who sent it, is gone. */
const viewOf = async (context: AlertContext, messageId: string) => {
  const message = await messageOf(context, messageId);
  if (message.status !== 'posted' || message.text === null) return undefined;
  const joins = { ...joinsFrom(fromAggregates(context), messageJoins), reactions: async () => new Map() };
  const view = only(await presentMessages(joins, [messageDocument(message)]));
  return isErased(view.senderId) ? undefined : view;
};

/** Messages by others, as far as each member wants to hear of them. Announced events are alerts of their own. */
export const messageAlerts: AlertKind<Posted> = {
  delay: DELAY,
  mayConcern: ({ data }) => data.kind !== 'entry',
  recipients: async (context, event, subscribers) => {
    const { groupId, senderId } = event.data;
    const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
    const ids = subscribedMembers({ members, subscribers, event, except: senderId });
    if (ids.length === 0) return [];
    const chosen = await context.reads.active.getMany(
      'groupPreferences',
      ids.map((userId) => ownGroupId(userId, groupId)),
    );
    const repliedTo = await authorReplied(context, event);
    const now = context.clock.now();
    const wanting = ids.flatMap((userId) => {
      const { level = 'all', mutedUntil } = chosen.get(ownGroupId(userId, groupId)) ?? {};
      const isPlain = concernOf(event, repliedTo, userId) === undefined;
      const isWanted = level === 'all' || (level === 'mentions' && !isPlain);
      return isWanted && !isMuted(mutedUntil, now) ? [{ userId, isLimited: isPlain }] : [];
    });
    // What was read must not use up what a person gets in an hour.
    const read = await Promise.all(wanting.map(({ userId }) => context.hasRead(userId, groupId, event.position)));
    return wanting.filter((_, index) => read[index] !== true);
  },
  alert: async (context, event, { userId }) => {
    const { groupId, messageId } = event.data;
    const { members, name } = await context.aggregates.load(groupDecider, groupStream(groupId));
    if (!members.has(userId) || (await context.hasRead(userId, groupId, event.position))) return undefined;
    const message = await viewOf(context, messageId);
    if (message === undefined) return undefined;
    const concern = concernOf(event, await authorReplied(context, event), userId);
    const { showText = true } = (await context.reads.active.get('notificationSettings', userId)) ?? {};
    const alert = messageAlert({ message, groupName: name ?? '', concern, showText });
    return { ...alert, ttl: TTL, isUrgent: concern === 'mention' || concern === 'reply' };
  },
};
