import { it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { placeOf } from '../testing/recorded-events.ts';
import { feedDecider } from './decider.ts';

const userId = '00000000-0000-4000-8000-00000000000a';
const feed = { feedId: 'hash', userId, groupId: null };
const at = (index: number): number => Date.parse(placeOf(index).recordedAt);
const facts = (now = 0, actorId = userId) => ({ actorId, now });
const created: DomainEvent = { type: 'FeedCreated', data: feed };
const fetched: DomainEvent = { type: 'FeedFetched', data: feed };
const ended: DomainEvent = { type: 'FeedEnded', data: feed };
const { given } = givenWhenThen(feedDecider);

it('a calendar link is made once, and a repeat after its end makes no other (ICS-02)', () => {
  const create = { type: 'CreateFeed', feed } as const;
  given().when(create, facts()).then(created);
  given(created).when(create, facts()).then();
  given(created, ended).when(create, facts()).thenRefused('feed/unknown');
});

it('a calendar link is ended once, and only by its person (ICS-03)', () => {
  const end = { type: 'EndFeed' } as const;
  given(created).when(end, facts()).then(ended);
  given(created, ended).when(end, facts()).then();
  given().when(end, facts()).thenRefused('feed/unknown');
  given(created).when(end, facts(0, '00000000-0000-4000-8000-00000000000b')).thenRefused('feed/unknown');
});

it('fetches of a calendar link are recorded once a day (ICS-18)', () => {
  const fetch = { type: 'NoteFetch' } as const;
  const nextDay = at(1) + 86_400_000;
  given(created)
    .when(fetch, facts(at(1)))
    .then(fetched);
  given(created, fetched)
    .when(fetch, facts(at(1) + 1))
    .then();
  given(created, fetched).when(fetch, facts(nextDay)).then(fetched);
  given(created, ended)
    .when(fetch, facts(at(2)))
    .then();
});
