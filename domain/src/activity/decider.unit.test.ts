import { describe, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { type ActivityCommand, activityDecider } from './decider.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const [early, late, never] = [
  '2026-05-01T10:00:00.000Z',
  '2026-05-01T10:00:01.000Z',
  '2999-01-01T00:00:00.000Z',
] as const;
const facts = { actorId: userId, now: Date.parse(late) };

const { given } = givenWhenThen(activityDecider);
const read = (upTo: string): DomainEvent => ({ type: 'ActivityRead', data: { userId, upTo } });
const readUpTo = (upTo: string): ActivityCommand => ({ type: 'ReadActivity', upTo });

describe('reading Activity', () => {
  it('reading Activity only moves forward, and records nothing if it does not (NOTE-13)', () => {
    given().when(readUpTo(early), facts).then(read(early));
    given(read(early)).when(readUpTo(late), facts).then(read(late));
    given(read(early)).when(readUpTo(early), facts).then();
    given(read(late)).when(readUpTo(early), facts).then();
  });

  it('reading Activity up to an instant to come is up to now', () => {
    given().when(readUpTo(never), facts).then(read(late));
    given(read(late)).when(readUpTo(never), facts).then();
  });
});
