import { eventProgress, eventStatus, type Timed } from '@quorum/contracts/time/event-timing.ts';
import { useNow } from '../../../shared/hooks/use-now.ts';

/** The elapsed share of an event. */
export function Progress({ event, name }: { event: Timed; name: string }) {
  const share = eventProgress(event, useNow()) * 100;
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={`${name} progress`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(share)}
    >
      <i style={{ width: `${share.toFixed(2)}%` }} />
    </div>
  );
}

/** `Started 42m ago`, updated every second. */
export function LiveStatus({
  event,
  place,
  className,
}: {
  event: Timed;
  place: 'card' | 'live-stack';
  className?: string;
}) {
  return <span className={className}>{eventStatus(event, useNow(), place)}</span>;
}
