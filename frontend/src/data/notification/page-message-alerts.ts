import { kindOfMessage } from '@quorum/contracts/activity/items.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { ALERT_DELAY, type Alert, type Concern, messageAlert } from '@quorum/contracts/notification/alert.ts';
import { selectListed } from '../group/use-group.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type AlertHandlers, type AlertPage, MAX_AGE } from './alert-page.ts';
import { notificationApi } from './notification-api.ts';

/** A message that may still become pointless. `readUpTo`: how far the chat was read when it came. */
type Waiting = { readonly message: MessageView; readonly readUpTo: string | null | undefined };

const isWanted = ({ heard }: AlertPage, groupId: string, concern: Concern | undefined): boolean => {
  const { level, isMuted } = heard(groupId);
  return !isMuted && (level === 'all' || (level === 'mentions' && concern !== undefined));
};

/** A mark that has moved since the message came covers it: marks are set at the newest message. */
const isRead = ({ state }: AlertPage, { message: { groupId }, readUpTo }: Waiting): boolean =>
  selectReading(state()) === groupId || selectListed(state(), groupId)?.lastReadMessageId !== readUpTo;

const alertOf = async (page: AlertPage, due: Waiting): Promise<Alert | undefined> => {
  const { message } = due;
  const group = selectListed(page.state(), message.groupId);
  const concern = kindOfMessage(message, selectUserId(page.state()) ?? '');
  if (group === undefined || isRead(page, due) || !isWanted(page, group._id, concern)) return undefined;
  const asked = notificationApi.endpoints.notifications.initiate(undefined, { subscribe: false });
  const { data } = await page.dispatch(asked);
  // No text before that is known.
  return messageAlert({ message, groupName: group.name, concern, showText: data?.settings.showText ?? false });
};

/** Messages by others. Announced events are alerts of their own. */
export const pageMessageAlerts = (page: AlertPage): AlertHandlers => {
  const waiting = new Map<string, Waiting>();
  const wait = async (message: MessageView): Promise<void> => {
    const isOld = page.now() - Date.parse(message.createdAt) > MAX_AGE;
    if (message.isEvent || message.senderId._id === selectUserId(page.state()) || isOld) return;
    const readUpTo = selectListed(page.state(), message.groupId)?.lastReadMessageId;
    waiting.set(message._id, { message, readUpTo });
    await page.sleep(ALERT_DELAY);
    const due = waiting.get(message._id);
    waiting.delete(message._id);
    if (due !== undefined) await page.show(() => alertOf(page, due));
  };
  const drop = (isMeant: (message: MessageView) => boolean): void => {
    for (const [id, { message }] of waiting) if (isMeant(message)) waiting.delete(id);
  };
  const dropGroup = ({ groupId }: { readonly groupId: string }): void => drop((message) => message.groupId === groupId);
  return {
    newMessage: (message) => void wait(message),
    messageUpdated: (message) => {
      const known = waiting.get(message._id);
      if (known !== undefined) waiting.set(message._id, { ...known, message });
    },
    messageDeleted: ({ messageId }) => void waiting.delete(messageId),
    memberLeft: ({ reason, userId }) => {
      if (reason === 'account-deleted') drop(({ senderId }) => senderId._id === userId);
    },
    groupDeleted: dropGroup,
    groupLeft: dropGroup,
  };
};
