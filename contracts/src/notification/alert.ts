import { limits } from '../kernel/limits.ts';
import { spokenText } from '../message/spoken-text.ts';
import type { MessageView } from '../message/wire.ts';
import { isolated } from '../text/hostile-text.ts';
import { personName } from '../text/person-name.ts';

/** Shown outside the page: by the page itself, or by a push. */
export type Alert = {
  readonly title: string;
  readonly body: string;
  /** Its name. A newer alert with the same one replaces it without a sound. */
  readonly tag: string;
  /** Where pressing it leads. */
  readonly path: string;
  /** The group whose chat it is of. Reading that closes it. */
  readonly chat?: string;
};

/** Milliseconds until an alert is shown. Long enough for a read mark of another browser, or for a slip that is put right. */
export const ALERT_DELAY_MS = 5000;

/** How a message concerns somebody, besides being one of a chat of theirs. */
export type Concern = 'mention' | 'everyone' | 'reply';

/** In one line, cut at a word. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/gu, ' ').trim();
  // A character takes at most two units, so a long text need not be split in full.
  const characters = [...line.slice(0, 2 * limits.alertText)];
  if (characters.length <= limits.alertText && line.length <= 2 * limits.alertText) return line;
  const cut = characters.slice(0, limits.alertText - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
};

const doing: { readonly [C in Concern]: string } = {
  mention: ' mentioned you',
  everyone: ' mentioned everyone',
  reply: ' replied to you',
};

type OfMessage = {
  readonly message: MessageView;
  readonly groupName: string;
  readonly concern: Concern | undefined;
  readonly showText: boolean;
};

/** The alert about a message that is neither deleted nor the announcement of an event. */
export const messageAlert = ({ message, groupName, concern, showText }: OfMessage): Alert => {
  const { _id, groupId, senderId, type, fileName, content } = message;
  const text = type === 'text' ? spokenText(message) : (fileName ?? content);
  return {
    title: `${isolated(personName(senderId))}${concern === undefined ? '' : doing[concern]} · ${isolated(groupName)}`,
    body: showText ? shortened(text) : 'New message',
    // Plain messages of a group share one, so that a busy chat does not pile them up.
    tag: concern === undefined ? `chat-${groupId}` : `message-${_id}`,
    path: `/dashboard/group/${groupId}/message/${_id}`,
    chat: groupId,
  };
};

/** A change of somebody's standing in a group. */
export type Standing = 'admin' | 'owner' | 'removed';

const becoming: { readonly [S in Standing]: string } = {
  admin: 'You are now an admin of',
  owner: 'You are now the owner of',
  removed: 'You were removed from',
};

/** @param change distinguishes it from earlier ones of its kind. */
export const standingAlert = (standing: Standing, group: { _id: string; name: string }, change: string): Alert => ({
  title: `${becoming[standing]} ${isolated(group.name)}`,
  body: '',
  tag: `standing-${change}`,
  path: standing === 'removed' ? '/dashboard' : `/dashboard/group/${group._id}`,
});

type Ended = { readonly _id: string; readonly name: string; readonly groupId: string };

/** The voting on a poll of one's own has ended. */
export const pollAlert = ({ _id, name, groupId }: Ended, groupName: string): Alert => ({
  title: `Voting on ${isolated(name)} has ended`,
  body: isolated(groupName),
  tag: `poll-${_id}`,
  path: `/dashboard/group/${groupId}/message/${_id}`,
});
