import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';

const NAMES = [168, 220, 132, 196];

/** Placeholder cards, once the wait is noticeable. */
export function LoadingSchedule() {
  return (
    <div className="schedule" aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading events
      </span>
      <Delayed>
        <div className="day" aria-hidden="true" data-testid="schedule-skeleton">
          <header className="day__head day__head--skel">
            <Skeleton width={72} height={18} />
            <Skeleton width={110} height={12} />
          </header>
          {NAMES.map((width) => (
            <div key={width} className="row event-row">
              <div className="event-row__time event-row__time--skel">
                <Skeleton width={56} height={12} />
                <Skeleton width={48} height={10} />
              </div>
              <div className="event-row__card event-row__card--skel">
                <Skeleton width={width} height={14} />
                <Skeleton width={width * 0.7} height={11} />
              </div>
            </div>
          ))}
        </div>
      </Delayed>
    </div>
  );
}
