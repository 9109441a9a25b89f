import type { PinView } from '@quorum/contracts/pins/wire.ts';
import { personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { distinct } from './joins.ts';
import { type MessageJoins, presentMessages } from './message.ts';

/** A pinned message. It goes with the message, not with the person who pinned it. Id: the message's. `order` is the log position of the pinning. */
export type PinDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly by: string;
  readonly order: string;
  readonly at: string;
};

export const pinCollections = {
  pins: collectionOf<PinDocument>(
    { group: 'groupId', person: 'senderId', isApart: true },
    ['groupId', 'order'],
    ['senderId'],
    ['by', 'order'],
  ),
};

/** Pins as clients see them, without those of deleted messages. */
export const presentPins = async (joins: MessageJoins, pins: readonly PinDocument[]): Promise<PinView[]> => {
  const [messages, people] = await Promise.all([
    joins.messages(pins.map(({ id }) => id)),
    joins.people(distinct(pins.map(({ by }) => by))),
  ]);
  const shown = await presentMessages(joins, [...messages.values()]);
  const views = new Map(shown.map((message) => [message._id, message]));
  return pins.flatMap(({ id, by, at }) => {
    const message = views.get(id);
    return message === undefined || message.isDeleted ? [] : [{ message, by: personView(by, people.get(by)), at }];
  });
};
