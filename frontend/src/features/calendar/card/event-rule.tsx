import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { ruleOf } from '../../../data/calendar-entry/expansion.ts';

/** How an event repeats, in words. */
export function EventRule({ event }: { event: EventView }) {
  const label = ruleOf(event);
  return (
    <span className="cut" title={label}>
      {label}
    </span>
  );
}
