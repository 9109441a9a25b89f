import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { eventPhase } from '@quorum/contracts/time/event-timing.ts';
import { isoInstant, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { firstDate } from '../repeats/rules.ts';
import { checkWhen, shownOnClock, spanOfChoice, type When } from '../when/when.ts';

export type Span = { readonly startsAt: string; readonly endsAt: string };

type Choice = { readonly when: When; readonly duration: number | undefined };
export type Viewer = { readonly now: number; readonly timeZone: string };

/** An unmoved start keeps the zone it was set in, and which of two equal clock times it meant. */
const startOf = (event: EventView, when: When, timeZone: string) => {
  const shown = wallClockOf(event.startsAt, timeZone);
  const chosen = shownOnClock(when, timeZone);
  const isUnmoved = chosen !== undefined && chosen.date === shown.date && chosen.time === shown.time;
  return {
    isUnmoved,
    start: isUnmoved
      ? { date: event.date, time: event.time, timeZone: event.timeZone }
      : chosen && { ...chosen, timeZone },
    startsAt: isUnmoved ? event.startsAt : spanOfChoice(when, 1, timeZone)?.startsAt,
  };
};

const lasting = (startsAt: string, minutes: number): Span => ({
  startsAt,
  endsAt: isoInstant(Date.parse(startsAt) + minutes * MINUTE_MS),
});

const refusalOf = (when: When, { now, timeZone }: Viewer): string | undefined => {
  const checked = checkWhen(when, now, timeZone);
  return checked.ok ? undefined : checked.error;
};

/** An event under way may be made longer or shorter without being moved. */
const mayKeepStart = (event: EventView, isUnmoved: boolean, now: number): boolean =>
  isUnmoved && eventPhase(event, now) === 'happening';

/**
 * The event as the choice would change it. `startsAt` is undefined while no time is chosen, `span` while
 * the choice is impossible, `change` also while there is nothing to save.
 */
export const newTimes = (event: EventView, { when, duration }: Choice, viewer: Viewer) => {
  const { isUnmoved, start, startsAt } = startOf(event, when, viewer.timeZone);
  const refusal = mayKeepStart(event, isUnmoved, viewer.now) ? undefined : refusalOf(when, viewer);
  const nothing = { refusal, startsAt, start, duration, span: undefined, change: undefined };
  if (refusal !== undefined || start === undefined || startsAt === undefined || duration === undefined) return nothing;
  const isChanged = !isUnmoved || duration !== event.duration;
  return { ...nothing, span: lasting(startsAt, duration), change: isChanged ? { ...start, duration } : undefined };
};

type Times = ReturnType<typeof newTimes>;

/** The change to send: new times, a new rule, or both. The first date of a rule is one that fits. */
export type TimesChange = NonNullable<Times['change']> & {
  readonly repeats?: Repeats | null;
  readonly scope?: 'this' | 'following' | 'all' | undefined;
};

/** The change with a new rule; null ends a series. Undefined while the choice is impossible, or nothing is to be saved. */
export const withRule = (
  { span, start, duration, change }: Times,
  rule: Repeats | null | undefined,
): TimesChange | undefined => {
  if (rule === undefined || span === undefined || start === undefined || duration === undefined) return change;
  return { ...start, duration, date: firstDate(rule, start.date), repeats: rule };
};
