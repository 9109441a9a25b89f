import { refusals } from '../things.ts';
import type { Refusal } from './refusals.ts';

// Apart from `refuse`, because a browser loads no texts of refusals.

export const statusOf = (refusal: Refusal): number => refusals[refusal.refused][0];

/** User-facing text with the values filled in. */
export const textOf = (refusal: Refusal): string =>
  refusals[refusal.refused][1].replace(/\{(\w+)\}/g, (_, name: string) => String(refusal.values?.[name] ?? ''));
