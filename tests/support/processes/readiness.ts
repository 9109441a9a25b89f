import type { Reachable } from '../product.ts';

type Readiness = { readonly ready: boolean; readonly parts: Readonly<Record<string, true | string>> };

/** A product's report about its parts. */
export const readinessOf = async ({ origin }: Reachable): Promise<Readiness> =>
  (await (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(15_000) })).json()) as Readiness;
