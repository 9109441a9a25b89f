import { entryIdOf } from '../entry/event-id.ts';
import { mentionsUser } from '../message/concerns.ts';
import type { MessageView, NoticeKind, NoticeView } from '../message/wire.ts';
import type { ActivityItemView, ActivityKind } from './wire.ts';

type Noticed = { readonly kind: NoticeKind; readonly event?: { readonly name: string; readonly oldName?: string } };

const noticed: { readonly [K in NoticeKind]?: ActivityKind } = {
  created: 'added',
  moved: 'moved',
  cancelled: 'cancelled',
  restored: 'restored',
  imported: 'imported',
  'series-moved': 'series',
  'series-ended': 'series',
};

/** The item that a notice of an event is. Undefined for one of members. */
export const kindOfNotice = ({ kind, event }: Noticed): ActivityKind | undefined => {
  if (kind !== 'changed') return noticed[kind];
  return event?.oldName === event?.name ? 'place' : 'renamed';
};

export const itemOfNotice = (notice: NoticeView): ActivityItemView | undefined => {
  const kind = kindOfNotice(notice);
  const { _id, groupId, person, createdAt: at, count } = notice;
  if (kind === 'imported' && count !== undefined) return { _id, kind, groupId, at, person, count };
  if (kind === undefined || notice.event === undefined) return undefined;
  const { oldName, ...event } = notice.event;
  return { _id, kind, groupId, at, person, event, ...(kind === 'renamed' && { oldName }) };
};

type Concerning = Pick<MessageView, 'senderId' | 'mentions' | 'everyone' | 'replyTo'>;

/** A message concerns a person once. */
export const kindOfMessage = (
  message: Concerning,
  userId: string,
): Extract<ActivityKind, 'mention' | 'everyone' | 'reply'> | undefined => {
  if (message.senderId._id === userId) return undefined;
  if (message.mentions?.some(({ _id }) => _id === userId)) return 'mention';
  if (mentionsUser(message, userId)) return 'everyone';
  return message.replyTo?.senderId._id === userId ? 'reply' : undefined;
};

export const itemOfMessage = (message: MessageView, userId: string): ActivityItemView | undefined => {
  const kind = kindOfMessage(message, userId);
  if (kind === undefined || message.isDeleted) return undefined;
  const { _id, groupId, senderId: person, createdAt: at, content: text, mentions } = message;
  return { _id, kind, groupId, at, person, messageId: _id, text, ...(mentions && { mentions }) };
};

type Item = {
  readonly _id: string;
  readonly kind: ActivityKind;
  readonly at: string;
  readonly event?: { readonly _id: string };
};

/** If several items are about the same thing, the first of these kinds is shown. */
const RANKS: readonly ActivityKind[] = ['mention', 'everyone', 'reply', 'moved', 'place', 'renamed'];

const stronger = <I extends Item>(a: I, b: I): I => (RANKS.indexOf(b.kind) < RANKS.indexOf(a.kind) ? b : a);

type End = 'cancelled' | 'restored';

const endOf = (kind: ActivityKind): End | undefined => (kind === 'cancelled' || kind === 'restored' ? kind : undefined);

/** Without items of events that were cancelled or restored later. */
const withoutEnded = <I extends Item>(items: readonly I[]): readonly I[] => {
  const ends = new Map<string, End>();
  return items.filter(({ kind, event }) => {
    if (event === undefined) return true;
    // A date of a series goes with it.
    const later = ends.get(event._id) ?? ends.get(entryIdOf(event._id));
    const end = endOf(kind);
    if (end !== undefined) ends.set(event._id, end);
    return later === undefined || (later === 'restored' && end !== 'cancelled');
  });
};

/**
 * The items of a list, newest first, without repetition: one for all changes that one call made to an event, and only the cancellation
 * of a cancelled event. Restoring removes the cancellation.
 */
export const settled = <I extends Item>(items: readonly I[]): readonly I[] => {
  const kept = new Map<string, I>();
  for (const item of withoutEnded(items)) {
    const key = item.event === undefined ? item._id : `${item.event._id} ${item.at}`;
    const same = kept.get(key);
    kept.set(key, same === undefined ? item : stronger(same, item));
  }
  return [...kept.values()];
};
