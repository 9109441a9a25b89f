import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { TimedEvent } from '../../../data/calendar-entry/timed-event.ts';
import type { AccentName } from '../../../shared/lib/accent.ts';
import type { DayClock } from './layout/day-clock.ts';
import type { Aloud } from './layout/grid-labels.ts';

/** The events that the views of days draw. */
export type Shown = {
  readonly clocks: readonly DayClock[];
  readonly events: readonly TimedEvent[];
  /** The events of the day are still loading. */
  readonly isPending: (date: CalendarDate) => boolean;
  /** In My Schedule, the color of the event's group. */
  readonly accentOf: (event: EventView) => AccentName | undefined;
  readonly aloud: Aloud;
  readonly today: CalendarDate;
  /** The event that is highlighted for a moment. */
  readonly marked: string | undefined;
  /** Opens the card of an event. */
  readonly open: (id: string) => void;
};
