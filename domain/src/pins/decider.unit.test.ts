import { limits } from '@quorum/contracts/kernel/limits.ts';
import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type PinsCommand, type PinsFacts, pinsDecider } from './decider.ts';

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const [groupId, by, messageId] = [id(1), id(2), id(3)] as const;
const { given } = givenWhenThen(pinsDecider);

const message = { status: 'posted', groupId } as const;
const facts: PinsFacts = { actorId: by, now: 0, message };
const pin: PinsCommand = { type: 'PinMessage', groupId, messageId };
const unpin: PinsCommand = { type: 'UnpinMessage', groupId, messageId };
const pinned = (of = messageId, again = false): DomainEvent => ({
  type: 'MessagePinned',
  data: { groupId, messageId: of, by, again },
});
const unpinnedOf = (of: string): DomainEvent => ({ type: 'MessageUnpinned', data: { groupId, messageId: of, by } });
const unpinned = unpinnedOf(messageId);
const full = Array.from({ length: limits.pins }, (_, at) => pinned(id(100 + at)));

describe('pinning a message', () => {
  it('pinning a message records what changes, and nothing if it is pinned or unpinned already (PIN-02)', () => {
    given().when(pin, facts).then(pinned());
    given(pinned()).when(pin, facts).then();
    given(pinned()).when(unpin, facts).then(unpinned);
    given().when(unpin, facts).then();
  });

  it('pinning a message is refused for a message that is not of the group, or deleted', () => {
    given()
      .when(pin, { ...facts, message: { ...message, status: 'none' } })
      .thenRefused('message/not-found');
    given()
      .when(pin, { ...facts, message: { ...message, groupId: by } })
      .thenRefused('message/not-found');
    given()
      .when(pin, { ...facts, message: { ...message, status: 'deleted' } })
      .thenRefused('message/deleted');
  });

  it('pinning a message is refused from 50 on, of which deleted ones do not count and are unpinned (PIN-01, PIN-02)', () => {
    given(...full.slice(1))
      .when(pin, facts)
      .then(pinned());
    given(...full)
      .when(pin, facts)
      .thenRefused('pin/too-many');
    given(...full)
      .when(pin, { ...facts, gone: [id(100), id(101)] })
      .then(unpinnedOf(id(100)), unpinnedOf(id(101)), pinned());
  });

  it('pinning a message again within an hour says so, so that the chat shows one notice', () => {
    const hour = 3_600_000;
    // Recorded long ago.
    given(pinned(), unpinned)
      .when(pin, { ...facts, now: 0 })
      .then(pinned(messageId, true));
    given(pinned(), unpinned)
      .when(pin, { ...facts, now: Date.now() + 100 * 365 * 24 * hour })
      .then(pinned());
  });
});
