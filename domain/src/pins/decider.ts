import { limits } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { HOUR_MS } from '@quorum/contracts/time/instant.ts';
import { Map as ImmutableMap } from 'immutable';
import type { Decider, Decision } from '../decider.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import type { Message } from '../message/decider.ts';

/** Instants of pinning by message: of those that are pinned, and of those unpinned since that were pinned recently. */
export type Pins = {
  readonly pinned: ImmutableMap<string, string>;
  readonly unpinned: ImmutableMap<string, string>;
};

export type PinsCommand = {
  readonly type: 'PinMessage' | 'UnpinMessage';
  readonly groupId: string;
  readonly messageId: string;
};

export type PinsFacts = {
  readonly actorId: string;
  /** Milliseconds. */
  readonly now: number;
  /** Only for pinning. */
  readonly message?: Pick<Message, 'status' | 'groupId'>;
  /** Pinned messages that are deleted. Only if the limit is reached. */
  readonly gone?: readonly string[];
};

const isLate = (at: string | undefined, now: number): boolean => at !== undefined && Date.parse(at) > now - HOUR_MS;

const pin = ({ pinned, unpinned }: Pins, { groupId, messageId }: PinsCommand, facts: PinsFacts): Decision => {
  const { actorId: by, now, message, gone = [] } = facts;
  if (message === undefined || message.status === 'none' || message.groupId !== groupId)
    return refuse('message/not-found');
  if (message.status === 'deleted') return refuse('message/deleted');
  if (pinned.has(messageId)) return [];
  if (pinned.size - gone.length >= limits.pins) return refuse('pin/too-many');
  const again = isLate(unpinned.get(messageId), now);
  return [
    // Otherwise the pins of deleted messages would grow without end.
    ...gone.map((id): DomainEvent => ({ type: 'MessageUnpinned', data: { groupId, messageId: id, by } })),
    { type: 'MessagePinned', data: { groupId, messageId, by, again } },
  ];
};

export const pinsDecider: Decider<PinsCommand, Pins, PinsFacts> = {
  initial: { pinned: ImmutableMap(), unpinned: ImmutableMap() },
  decide: (command, pins, facts) => {
    const { groupId, messageId } = command;
    if (command.type === 'PinMessage') return pin(pins, command, facts);
    return pins.pinned.has(messageId)
      ? [{ type: 'MessageUnpinned', data: { groupId, messageId, by: facts.actorId } }]
      : [];
  },
  evolve: ({ pinned, unpinned }, event) => {
    if (event.type === 'MessagePinned') return { unpinned, pinned: pinned.set(event.data.messageId, event.recordedAt) };
    if (event.type !== 'MessageUnpinned') return { pinned, unpinned };
    const { messageId } = event.data;
    const recent = unpinned.filter((at) => isLate(at, Date.parse(event.recordedAt)));
    return { pinned: pinned.delete(messageId), unpinned: recent.set(messageId, pinned.get(messageId, '')) };
  },
};
