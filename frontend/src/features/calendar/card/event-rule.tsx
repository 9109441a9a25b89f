import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { ruleLabelOf } from '../../../data/calendar-entry/rule-label.ts';

/** How an event repeats, in words. Loaded for the first one that does. */
export default function EventRule({ event }: { event: EventView }) {
  const label = ruleLabelOf(event);
  return (
    <span className="cut" title={label}>
      {label}
    </span>
  );
}
