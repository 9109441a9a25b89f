import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { kindOfMessage } from '@quorum/contracts/activity/items.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { ALERT_DELAY_MS, type Alert, type Concern, messageAlert } from '@quorum/contracts/notification/alert.ts';
import { selectListed } from '../group/use-group.ts';
import { withPersonInMessage } from '../message/message-list.ts';
import { nobody } from '../message/notice-list.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type AlertHandlers, type AlertPage, MAX_AGE_MS } from './alert-page.ts';
import { notificationApi } from './notification-api.ts';

/** A message that may still become pointless. */
type Waiting = {
  readonly message: MessageView;
  /** When it was posted. An edit alerts nobody again. */
  readonly concern: Concern | undefined;
  /** How far the chat was read when it came. */
  readonly readUpTo: string | null | undefined;
};

const isWanted = ({ heard }: AlertPage, groupId: string, concern: Concern | undefined): boolean => {
  const { level, isMuted } = heard(groupId);
  return !isMuted && (level === 'all' || (level === 'mentions' && concern !== undefined));
};

/** A mark that has moved since the message came covers it: marks are set at the newest message. */
const isRead = ({ state }: AlertPage, { message: { groupId }, readUpTo }: Waiting): boolean =>
  selectReading(state()) === groupId || selectListed(state(), groupId)?.lastReadMessageId !== readUpTo;

const alertOf = (page: AlertPage, due: Waiting | undefined, showText: boolean): Alert | undefined => {
  if (due === undefined) return undefined;
  const { message, concern } = due;
  const group = selectListed(page.state(), message.groupId);
  if (group === undefined || isRead(page, due) || !isWanted(page, group._id, concern)) return undefined;
  // The machine may have slept, and other browsers may have shown it.
  if (page.now() - Date.parse(message.createdAt) > MAX_AGE_MS) return undefined;
  return messageAlert({ message, groupName: group.name, concern, showText });
};

/** No text before that is known. */
const showsText = async ({ dispatch }: AlertPage): Promise<boolean> => {
  const asked = notificationApi.endpoints.notifications.initiate(undefined, { subscribe: false });
  const { data } = await dispatch(asked);
  return data?.settings.showText ?? false;
};

/** Messages by others. Announced events are alerts of their own. */
export const pageMessageAlerts = (page: AlertPage): AlertHandlers => {
  const waiting = new Map<string, Waiting>();
  const wait = async (message: MessageView): Promise<void> => {
    const userId = selectUserId(page.state()) ?? '';
    if (message.isEvent || message.senderId._id === userId) return;
    const readUpTo = selectListed(page.state(), message.groupId)?.lastReadMessageId;
    waiting.set(message._id, { message, concern: kindOfMessage(message, userId), readUpTo });
    await page.sleep(ALERT_DELAY_MS);
    await page.show(async () => {
      const due = () => waiting.get(message._id);
      const showText = alertOf(page, due(), false) !== undefined && (await showsText(page));
      // It may have become pointless since.
      return alertOf(page, due(), showText);
    });
    waiting.delete(message._id);
  };
  const drop = (isMeant: (message: MessageView) => boolean): void => {
    for (const [id, { message }] of waiting) if (isMeant(message)) waiting.delete(id);
  };
  const dropGroup = ({ groupId }: { readonly groupId: string }): void => drop((message) => message.groupId === groupId);
  const rename = (person: PersonView): void => {
    for (const [id, known] of waiting)
      waiting.set(id, { ...known, message: withPersonInMessage(known.message, person) });
  };
  return {
    newMessage: (message) => void wait(message),
    messageUpdated: (message) => {
      const known = waiting.get(message._id);
      if (known !== undefined) waiting.set(message._id, { ...known, message });
    },
    messageDeleted: ({ messageId }) => void waiting.delete(messageId),
    memberUpdated: ({ member }) => rename(member.userId),
    memberLeft: ({ reason, userId }) => {
      if (reason !== 'account-deleted') return;
      drop(({ senderId }) => senderId._id === userId);
      rename(nobody(userId));
    },
    groupDeleted: dropGroup,
    groupLeft: dropGroup,
  };
};
