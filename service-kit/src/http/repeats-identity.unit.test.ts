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
