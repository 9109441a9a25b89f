import type { EventView, MessageView, PersonView } from './views.ts';

export type NoticeKind = 'moved' | 'cancelled' | 'joined' | 'left' | 'removed';

/** When an event takes place. */
export type EventSpan = Pick<EventView, 'startsAt' | 'endsAt'>;

/** A line between the messages of a chat. Never counts as unread, and nobody can reply to it. */
export type NoticeView = {
  readonly _id: string;
  readonly groupId: string;
  readonly kind: NoticeKind;
  /** Who moved or cancelled the event, or the member who joined, left or was removed. */
  readonly person: PersonView;
  /** The moved or cancelled event, with its name at that moment. `to` only if it was moved. */
  readonly event?: { readonly name: string; readonly from: EventSpan; readonly to?: EventSpan };
  readonly createdAt: string;
  /** Sort key, comparable with the `order` of messages. */
  readonly order: string;
};

/** Oldest first. `notices` are those between and next to the messages of the page. */
export type MessagesView = {
  readonly messages: readonly MessageView[];
  readonly notices: readonly NoticeView[];
  readonly hasMore: boolean;
};
