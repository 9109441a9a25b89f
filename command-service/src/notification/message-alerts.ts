import { ALERT_DELAY_MS, type Concern, messageAlert } from '@quorum/contracts/notification/alert.ts';
import { isErased } from '@quorum/contracts/text/person-name.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { messageDocument, messageJoins, presentMessages } from '@quorum/service-kit/reads/message.ts';
import { fromAggregates, only } from '../handling/answer.ts';
import { type AlertContext, type AlertKind, ttlLeft } from './alert-kind.ts';
import { subscribedMembers, whoHears } from './subscribed-members.ts';

type Posted = EventOf<'MessagePosted'>;

const messageOf = ({ aggregates }: AlertContext, id: string) => aggregates.load(messageDecider, messageStream(id));

/** How it concerned somebody when it was posted. An edit alerts nobody again. */
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

/** Messages by others, at the level that each member chose. Announced events are alerts of their own. */
export const messageAlerts: AlertKind<Posted> = {
  delay: ALERT_DELAY_MS,
  mayConcern: ({ data }) => data.kind !== 'entry',
  recipients: async (context, event, subscribers) => {
    const { groupId, senderId } = event.data;
    const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
    const ids = subscribedMembers({ members, subscribers, event, except: senderId });
    if (ids.length === 0) return [];
    const repliedTo = await authorReplied(context, event);
    const isPlain = (userId: string): boolean => concernOf(event, repliedTo, userId) === undefined;
    const wanting = await whoHears(
      context,
      groupId,
      ids,
      ({ level }, userId) => level === 'all' || (level === 'mentions' && !isPlain(userId)),
    );
    // A message that was read must not count towards a person's limit per hour.
    const read = await Promise.all(wanting.map((userId) => context.hasRead(userId, groupId, event.position)));
    return wanting.filter((_, index) => read[index] !== true).map((userId) => ({ userId, isLimited: isPlain(userId) }));
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
    return {
      ...alert,
      ttl: ttlLeft(event, context.clock.now()),
      isUrgent: concern === 'mention' || concern === 'reply',
    };
  },
};
