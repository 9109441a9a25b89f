import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useDayFocus } from '../../shared/hooks/use-day-focus.ts';
import type { MarksFor } from '../../shared/lib/day-marks.ts';
import { plainKey } from '../../shared/lib/keys.ts';
import { rowTarget } from '../../shared/lib/row-target.ts';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { DayOptions } from '../../shared/ui/dates/day-options.tsx';

const STRIP_DAYS = 5;

/** Five days that end with the given one. */
export const stripEndingAt = (last: CalendarDate): readonly CalendarDate[] =>
  Array.from({ length: STRIP_DAYS }, (_, index) => addDays(last, index - STRIP_DAYS + 1));

export interface DayStripProps {
  /** The last of the five visible days. */
  last: CalendarDate;
  onLastChange: (last: CalendarDate) => void;
  today: CalendarDate;
  selected: CalendarDate;
  onSelect: (date: CalendarDate) => void;
  marksFor: MarksFor;
}

/** Five days. The arrows move, also beyond both ends; Enter selects. */
export function DayStrip({ last, onLastChange, today, selected, onSelect, marksFor }: DayStripProps) {
  const days = stripEndingAt(last);
  const focus = useDayFocus<HTMLDivElement>(days, selected, today);

  const show = (date: CalendarDate) => {
    focus.moveTo(date);
    if (date > last) onLastChange(addDays(last, STRIP_DAYS));
    if (date < (days[0] ?? last)) onLastChange(addDays(last, -STRIP_DAYS));
  };
  const onKeyDown = (event: KeyboardEvent, date: CalendarDate) => {
    const at = days.indexOf(date);
    const target = rowTarget(plainKey(event), at, days.length);
    if (target === undefined) return;
    event.preventDefault();
    show(addDays(date, target - at));
  };
  return (
    <div className="media-popout__days">
      <IconButton
        size="sm"
        label="Previous 5 days"
        icon={<ChevronLeft className="i i--sm" />}
        onClick={() => onLastChange(addDays(last, -STRIP_DAYS))}
      />
      <DayOptions
        label="Days"
        days={days}
        focus={focus}
        today={today}
        selected={selected}
        marksFor={marksFor}
        onKeyDown={onKeyDown}
        onSelect={onSelect}
      />
      <IconButton
        size="sm"
        label="Next 5 days"
        icon={<ChevronRight className="i i--sm" />}
        onClick={() => onLastChange(addDays(last, STRIP_DAYS))}
      />
    </div>
  );
}
