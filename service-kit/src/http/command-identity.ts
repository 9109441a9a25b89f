import { createHash, randomUUID } from 'node:crypto';
import type { Route } from '@quorum/contracts/kernel/route.ts';
import { headers } from '@quorum/contracts/kernel/route.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import type { Actor } from './call.ts';

/** What identifies repeats of a command. */
export type CommandIdentity = {
  /** Equal for repeats by one caller with the same `Idempotency-Key`, otherwise random. */
  readonly commandId: string;
  /** The `Idempotency-Key` itself, which is never stored; `undefined` without one. */
  readonly repeatKey: string | undefined;
  /** Distinguishes a repeat from a reused key; `undefined` without a key. @param more input that is not in the body. */
  readonly digest: (...more: readonly string[]) => string | undefined;
};

const digestOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

type Named = {
  readonly name: RouteName;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly actor: Actor | undefined;
};

export const commandIdentity = (
  context: Context,
  { name, route, params, actor }: Named,
  body: unknown,
): CommandIdentity => {
  const key = route.method === 'GET' ? '' : context.get(headers.idempotencyKey);
  if (key === '') return { commandId: randomUUID(), repeatKey: undefined, digest: () => undefined };
  return {
    repeatKey: key,
    commandId: digestOf(actor?.userId ?? `anonymous:${name}`, key),
    digest: (...more) => digestOf(name, JSON.stringify(params), JSON.stringify(body ?? null), ...more),
  };
};
