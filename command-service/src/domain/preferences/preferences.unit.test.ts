import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import { defaultGroupSettings } from '@quorum/contracts/events/group.ts';
import { testDecider } from '@quorum/contracts/testing/decider-testing.ts';
import { recorded } from '@quorum/contracts/testing/projection-testing.ts';
import { describe, it } from 'vitest';
import { type Message, messageAggregate } from '../message/message.ts';
import { type AskingMember, decideChooseColor, decidePin, preferencesAggregate } from './preferences.ts';
import { decideRead, readingAggregate } from './reading.ts';

const [userId, groupId, first, second] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;
const since = (joinedAt: string): AskingMember => ({
  actorId: userId,
  role: 'member',
  settings: defaultGroupSettings,
  joinedAt,
});
/** Joined before anything, and joined again after everything that was recorded. */
const [faithful, returned] = [since('2000-01-01T00:00:00.000Z'), since('2999-01-01T00:00:00.000Z')];
const former: AskingMember = { ...faithful, role: undefined, joinedAt: undefined };

const colour = (colorIndex: number): DomainEvent => ({
  type: 'GroupColorChosen',
  data: { userId, groupId, colorIndex },
});
const pinned: DomainEvent = { type: 'GroupPinned', data: { userId, groupId } };
const unpinned: DomainEvent = { type: 'GroupUnpinned', data: { userId, groupId } };

describe('colours and pins', () => {
  const { given } = testDecider(preferencesAggregate);

  it('are chosen by members, and what stays the same appends nothing', () => {
    given()
      .when((state) => decideChooseColor(state, faithful, groupId, 2))
      .then(colour(2));
    given(colour(2))
      .when((state) => decideChooseColor(state, faithful, groupId, 2))
      .then();
    given()
      .when((state) => decideChooseColor(state, former, groupId, 2))
      .thenRefused('group/not-a-member');
    given()
      .when((state) => decidePin(state, faithful, groupId, true))
      .then(pinned);
    given(pinned)
      .when((state) => decidePin(state, faithful, groupId, true))
      .then();
    given(pinned)
      .when((state) => decidePin(state, faithful, groupId, false))
      .then(unpinned);
    given()
      .when((state) => decidePin(state, faithful, groupId, false))
      .then();
    given()
      .when((state) => decidePin(state, former, groupId, true))
      .thenRefused('group/not-a-member');
  });

  it('of a former membership do not count in a new one', () => {
    given(colour(2))
      .when((state) => decideChooseColor(state, returned, groupId, 2))
      .then(colour(2));
    given(pinned)
      .when((state) => decidePin(state, returned, groupId, true))
      .then(pinned);
    given(pinned)
      .when((state) => decidePin(state, returned, groupId, false))
      .then();
  });
});

describe('reading', () => {
  const { given } = testDecider(readingAggregate);
  const post = (messageId: string): DomainEvent => ({
    type: 'MessagePosted',
    data: { messageId, groupId, senderId: userId, kind: 'text', text: 'x', replyTo: null, file: null, fileName: null },
  });
  const [one, two] = recorded([post(first), post(second)]).map(
    (event): Message => messageAggregate.evolve(messageAggregate.initial(), event),
  ) as [Message, Message];
  const read = (messageId: string): DomainEvent => ({ type: 'GroupRead', data: { userId, groupId, messageId } });

  it('moves forward only', () => {
    given()
      .when((state) => decideRead(state, faithful, groupId, one, undefined))
      .then(read(first));
    given(read(first))
      .when((state) => decideRead(state, faithful, groupId, two, one))
      .then(read(second));
    given(read(second))
      .when((state) => decideRead(state, faithful, groupId, one, two))
      .then();
  });

  it('begins anew with a new membership', () => {
    given(read(second))
      .when((state) => decideRead(state, returned, groupId, one, two))
      .then(read(first));
  });

  it('is of messages of the chat, by its members', () => {
    given()
      .when((state) => decideRead(state, former, groupId, one, undefined))
      .thenRefused('group/not-a-member');
    given()
      .when((state) => decideRead(state, faithful, groupId, messageAggregate.initial(), undefined))
      .thenRefused('message/not-found');
    given()
      .when((state) => decideRead(state, faithful, 'another', one, undefined))
      .thenRefused('message/not-found');
  });
});
