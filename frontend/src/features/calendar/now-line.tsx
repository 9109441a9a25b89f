import { timeLabel } from '@quorum/contracts/time/labels.ts';
import { useNow } from '../../shared/hooks/use-now.ts';

/** The current time, between past and future events. */
export function NowLine({ timeZone }: { timeZone: string }) {
  const label = timeLabel(useNow(), timeZone);
  return (
    <div className="nowline" role="note" aria-label={`Current time, ${label}`}>
      <time>{label}</time>
      <i />
    </div>
  );
}
