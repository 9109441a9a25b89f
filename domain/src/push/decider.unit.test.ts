import { it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from '../testing/given-when-then.ts';
import { pushDecider } from './decider.ts';

const facts = { sessionId: 'session', userId: '00000000-0000-4000-8000-00000000000a' };
const to = { endpoint: 'https://push.example.com/1', p256dh: 'key', auth: 'secret', timeZone: 'America/New_York' };
const subscribed = (endpoint = to.endpoint): DomainEvent => ({
  type: 'PushSubscribed',
  data: { ...facts, ...to, endpoint },
});
const ended = (reason: 'off' | 'gone'): DomainEvent => ({ type: 'PushEnded', data: { ...facts, reason } });
const { given } = givenWhenThen(pushDecider);

it('a subscription replaces the one before and is recorded only if it differs (NOTE-25)', () => {
  given().when({ type: 'Subscribe', to }, facts).then(subscribed());
  given(subscribed()).when({ type: 'Subscribe', to }, facts).then();
  given(subscribed('https://push.example.com/old')).when({ type: 'Subscribe', to }, facts).then(subscribed());
  given(subscribed(), ended('off')).when({ type: 'Subscribe', to }, facts).then(subscribed());
});

it('a subscription is turned off once', () => {
  given(subscribed()).when({ type: 'Unsubscribe' }, facts).then(ended('off'));
  given(subscribed(), ended('off')).when({ type: 'Unsubscribe' }, facts).then();
  given().when({ type: 'Unsubscribe' }, facts).then();
});

it('an endpoint that is gone ends its own subscription and not one that has replaced it (NOTE-25)', () => {
  const gone = { type: 'EndGone', endpoint: to.endpoint } as const;
  given(subscribed()).when(gone, facts).then(ended('gone'));
  given(subscribed('https://push.example.com/new')).when(gone, facts).then();
  given().when(gone, facts).then();
});
