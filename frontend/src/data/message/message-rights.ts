import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { rules } from '@quorum/contracts/things.ts';

/** The viewer's rights on one message, by the same rules as on the server. */
export type MessageRights = {
  readonly react: boolean;
  readonly reply: boolean;
  readonly edit: boolean;
  readonly delete: boolean;
  readonly report: boolean;
  readonly pin: boolean;
};

const nothing: MessageRights = { react: false, reply: false, edit: false, delete: false, report: false, pin: false };

/** `now` in milliseconds since the epoch: the time to edit a message runs out. */
export const rightsOnMessage = (
  group: Pick<GroupView, 'role' | 'settings'>,
  actorId: string,
  message: MessageView,
  now: number,
): MessageRights => {
  if (message.isDeleted) return nothing;
  const facts = {
    actorId,
    role: group.role,
    settings: group.settings,
    senderId: message.senderId._id,
    postedAt: Date.parse(message.createdAt),
    now,
  };
  return {
    react: rules.reactToMessage(facts) === undefined,
    reply: true,
    edit: message.type === 'text' && !message.isEvent && !message.isPoll && rules.editMessage(facts) === undefined,
    delete: rules.deleteMessage(facts) === undefined,
    report: rules.reportMessage(facts) === undefined,
    pin: rules.pinMessages(facts) === undefined,
  };
};
