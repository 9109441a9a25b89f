import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type ReadingCommand, type ReadingFacts, readingDecider } from './decider.ts';

const [userId, groupId, first, second] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-000000000001',
  '00000000-0000-4000-8000-000000000002',
] as const;
const { given } = givenWhenThen(readingDecider);

const [one, two] = [
  { status: 'posted' as const, id: first, groupId, order: '1' },
  { status: 'posted' as const, id: second, groupId, order: '2' },
];
const readUpTo: ReadingCommand = { type: 'ReadUpTo', groupId, messageId: first };
const read = (messageId: string): DomainEvent => ({ type: 'GroupRead', data: { userId, groupId, messageId } });
const facts = (
  message: ReadingFacts['message'],
  last?: ReadingFacts['last'],
  joinedAt = '2000-01-01T00:00:00.000Z',
): ReadingFacts => ({ actorId: userId, joinedAt, message, last });

describe('reading a chat', () => {
  it('reading a chat only moves forward', () => {
    given().when(readUpTo, facts(one)).then(read(first));
    given(read(first)).when(readUpTo, facts(two, one)).then(read(second));
    given(read(second)).when(readUpTo, facts(one, two)).then();
  });

  it('reading a chat starts over with a new membership', () => {
    given(read(second))
      .when(readUpTo, facts(one, two, '2999-01-01T00:00:00.000Z'))
      .then(read(first));
  });

  it('reading a chat refuses a message that does not exist or belongs to another chat', () => {
    given()
      .when(readUpTo, facts({ ...one, status: 'none' }))
      .thenRefused('message/not-found');
    given()
      .when(readUpTo, facts({ ...one, groupId: second }))
      .thenRefused('message/not-found');
  });
});
