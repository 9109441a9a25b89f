import { dateRangeTitle } from '@quorum/contracts/time/day-labels.ts';
import { addDays, monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useEventMarks } from '../../data/calendar-entry/event-marks.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { WeekStrip } from '../../shared/ui/dates/week-strip.tsx';
import type { Calendar } from './use-calendar.ts';

const RecentlyDeleted = preloadable(async () => ({
  default: (await import('./deleted/recently-deleted.tsx')).RecentlyDeleted,
}));

export interface WeekHeaderProps {
  calendar: Calendar;
  /** Today is what the list shows. */
  isAtToday: boolean;
  /** Further buttons beside the title. */
  children?: ReactNode;
}

/** Seven days to choose from, with buttons for the weeks before and after. */
export function WeekHeader({ calendar, isAtToday, children }: WeekHeaderProps) {
  const { week, today, shownDay } = calendar;
  const [showsDeleted, setShowsDeleted] = useState(false);
  const first = startOfWeek(week);
  const marksFor = useEventMarks(calendar.groupId, monthOf(week));
  const move = (direction: -1 | 1) => {
    const next = addDays(first, direction * 7);
    calendar.showWeek(startOfWeek(today) === next ? today : next);
  };
  return (
    <div>
      <div className="top__title">
        <h2 aria-live="polite">{dateRangeTitle(first, addDays(first, 6))}</h2>
        <IconButton
          size="sm"
          label="Previous week"
          icon={<ChevronLeft className="i i--sm" />}
          onClick={() => move(-1)}
        />
        <IconButton size="sm" label="Next week" icon={<ChevronRight className="i i--sm" />} onClick={() => move(1)} />
        {/* Not `disabled`, because the focus goes here when what had it is gone. */}
        <Button
          data-today=""
          size="sm"
          variant="ghost"
          aria-disabled={isAtToday || undefined}
          onClick={() => isAtToday || calendar.backToToday()}
        >
          Today
        </Button>
        <IconButton
          size="sm"
          label="Recently deleted"
          icon={<History className="i i--sm" />}
          onClick={() => setShowsDeleted(true)}
        />
        {children}
      </div>
      {showsDeleted && (
        <Suspense fallback={null}>
          <RecentlyDeleted groupId={calendar.groupId} onClose={() => setShowsDeleted(false)} />
        </Suspense>
      )}
      <WeekStrip
        week={week}
        today={today}
        selected={shownDay}
        onSelect={calendar.select}
        marksFor={marksFor}
        onLeave={move}
      />
    </div>
  );
}
