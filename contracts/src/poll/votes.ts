import { epochMs, MINUTE_MS, type Moment } from '../time/instant.ts';

/** Whether a person can at a time. Nothing else is no vote, which is not a no. */
export const votes = ['yes', 'ifneedbe', 'no'] as const;

export type Vote = (typeof votes)[number];

/** A person's votes by option. */
export type Votes = { readonly [optionId: string]: Vote };

/** The id of a proposed time: its minute since 1970, in base 36. Within a poll, a time has one id. */
export const optionIdOf = (startsAt: Moment): string => Math.floor(epochMs(startsAt) / MINUTE_MS).toString(36);

export type PollState = 'open' | 'closed' | 'decided' | 'cancelled' | 'expired';

/** A proposed time with its votes. */
export type Scored = { readonly startsAt: string; readonly yes: number; readonly ifneedbe: number };

const canAt = ({ yes, ifneedbe }: Scored): number => yes + ifneedbe;

/** By how many can, then by yes, then by start. */
const compareOptions = (a: Scored, b: Scored): number =>
  canAt(b) - canAt(a) || b.yes - a.yes || (a.startsAt < b.startsAt ? -1 : a.startsAt > b.startsAt ? 1 : 0);

/** Proposed times, the best one first. */
const ranked = <O extends Scored>(options: readonly O[]): readonly O[] => options.toSorted(compareOptions);

/** The best times. Several are tied; none if nobody can make any of them. */
export const leading = <O extends Scored>(options: readonly O[]): readonly O[] => {
  const [best, ...others] = ranked(options);
  if (best === undefined || canAt(best) === 0) return [];
  return [best, ...others.filter((option) => canAt(option) === canAt(best) && option.yes === best.yes)];
};
