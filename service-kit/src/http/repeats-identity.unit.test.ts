import { routes } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { commandIdentity } from './repeats.ts';

it('an Idempotency-Key of any length counts to its last character (CQRS-01)', () => {
  const named = { name: 'sendMessage', route: routes.sendMessage, params: {}, actor: undefined } as const;
  const commandOf = (key: string) => commandIdentity({ get: () => key } as unknown as Context, named, {}).commandId;
  const long = 'k'.repeat(1000);
  expect(commandOf(`${long}1`)).toBe(commandOf(`${long}1`));
  expect(commandOf(`${long}2`)).not.toBe(commandOf(`${long}1`));
});

it('an Idempotency-Key that is used for another query is noticed: deleting one date of a series is not deleting all (CQRS-01)', () => {
  const named = { name: 'deleteEvent', route: routes.deleteEvent, params: { id: 'e' }, actor: undefined } as const;
  const digestOf = (querystring: string) =>
    commandIdentity({ get: () => 'key', querystring } as unknown as Context, named, undefined).digest();
  expect(digestOf('scope=all')).toBe(digestOf('scope=all'));
  expect(new Set(['', 'scope=this', 'scope=all'].map(digestOf)).size).toBe(3);
});
