import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';

/** The rule of one date of an event that repeats, in words: that of the date itself, wherever it was moved. */
export const ruleLabelOf = ({ repeats, occurrence, date }: EventView): string =>
  repeats === undefined ? '' : repeatsLabel({ rule: repeats, date: occurrence ?? date });
