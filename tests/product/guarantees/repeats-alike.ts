import { randomUUID } from 'node:crypto';
import type { RouteName } from '@quorum/contracts/routes.ts';
import { expect } from 'vitest';
import { logOf } from '../../support/log-of.ts';
import type { Answered, Client, Product } from '../../support/product.ts';

type Command = {
  readonly client: Client;
  readonly name: RouteName;
  readonly params?: Record<string, string>;
  readonly body?: Record<string, unknown>;
  /** Another body for the same decision. */
  readonly otherBody?: Record<string, unknown>;
  readonly form?: () => FormData;
};

/** Sends a command with a key. */
export const run = ({ client, name, params = {}, body, form }: Command, key: string) =>
  client.call(name, {
    params,
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { form: form() }),
    headers: { 'idempotency-key': key },
  });

/** Events caused by people's requests; process managers add theirs later. */
const effects = async ({ dataDir }: Product): Promise<number> =>
  (await logOf(dataDir)).filter(
    ({ metadata }) => !(JSON.parse(metadata) as { actor: string }).actor.startsWith('system:'),
  ).length;

/** Calls whose answer only confirms success. */
const plain = new Set<RouteName>([
  'checkIn',
  'changeGroupPreferences',
  'chooseColor',
  'pinGroup',
  'chooseNotifications',
  'changeNotificationSettings',
  'deleteEvent',
  'addReaction',
  'removeReaction',
  'readGroupUpTo',
  'readActivity',
  'subscribeToPush',
  'unsubscribeFromPush',
  'pinMessage',
  'unpinMessage',
  'deleteMessage',
  'leaveGroup',
  'deleteGroup',
]);

/** Once, again, five times concurrently, and by the next process: one effect, one answer, with its position. */
export const repeatingOn =
  (product: Product) =>
  async (command: Command): Promise<Answered<unknown>> => {
    const key = randomUUID();
    const together = await Promise.all(Array.from({ length: 5 }, () => run(command, key)));
    const [first] = together;
    if (first === undefined) throw new Error('unreachable');
    expect([command.name, first.status, first.error]).toEqual([
      command.name,
      first.status < 300 ? first.status : 200,
      '',
    ]);
    expect(first.headers.get('x-position'), command.name).toMatch(/^\d+$/);
    if (plain.has(command.name)) expect([first.status, first.body]).toEqual([200, { success: true }]);
    const after = await effects(product);
    const again = await run(command, key);
    await product.restart();
    const later = await run(command, key);
    for (const answer of [...together, again, later]) {
      expect([command.name, answer.status, answer.body]).toEqual([command.name, first.status, first.body]);
      expect(answer.headers.get('x-position')).toBe(first.headers.get('x-position'));
    }
    if (command.otherBody !== undefined) {
      const other = await run({ ...command, body: command.otherBody }, key);
      expect([command.name, other.status, other.error]).toEqual([
        command.name,
        422,
        'This Idempotency-Key was used for another request',
      ]);
    }
    expect([command.name, await effects(product)]).toEqual([command.name, after]);
    return first;
  };
