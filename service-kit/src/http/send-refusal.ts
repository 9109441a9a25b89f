import { type Refusal, statusOf, textOf } from '@quorum/contracts/kernel/refusals.ts';
import type { Context } from 'koa';

/** Answers `{error}` with the refusal's status. */
export const sendRefusal = (context: Context, refusal: Refusal): void => {
  context.status = statusOf(refusal);
  if (refusal.retryAfter !== undefined) context.set('Retry-After', String(refusal.retryAfter));
  context.body = { error: textOf(refusal) };
};
