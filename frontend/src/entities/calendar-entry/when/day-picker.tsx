import { addDays, startOfWeek } from '@quorum/contracts/time/days.ts';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { type IsoDate, monthOf, monthTitle } from '../../../shared/lib/iso-date.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { IconButton } from '../../../shared/ui/icon-button.tsx';
import { MonthGrid } from '../../../shared/ui/month-grid.tsx';
import { Popover } from '../../../shared/ui/popover.tsx';
import { WeekStrip } from '../../../shared/ui/week-strip.tsx';
import { useEventMarks } from '../event-marks.ts';
import './when.css';

export interface DayPickerProps {
  date: IsoDate;
  today: IsoDate;
  onChange: (date: IsoDate) => void;
  /** Whose events the dots tell of; `my-q` for My Schedule. */
  groupId: string;
}

/** A month to drop down and a week to walk through. Days that are over cannot be chosen. */
export function DayPicker({ date, today, onChange, groupId }: DayPickerProps) {
  const [week, setWeek] = useState(date);
  const [month, setMonth] = useState(monthOf(date));
  const [open, setOpen] = useState(false);
  const title = monthTitle(monthOf(week));
  const weekMarks = useEventMarks(groupId, monthOf(week));
  const monthMarks = useEventMarks(groupId, month);

  const choose = (chosen: IsoDate) => {
    setWeek(chosen);
    setOpen(false);
    onChange(chosen);
  };
  const moveWeek = (direction: -1 | 1) => {
    const next = addDays(startOfWeek(week), direction * 7);
    setWeek(next < today && startOfWeek(next) === startOfWeek(today) ? today : next);
  };

  return (
    <>
      <div className="when__head">
        <Popover
          label="Choose a date"
          align="start"
          className="when__month"
          open={open}
          onOpenChange={(next) => {
            setMonth(monthOf(week));
            setOpen(next);
          }}
          trigger={
            <Button variant="ghost" size="sm" aria-label={`${title}, choose a date`}>
              {title}
              {open ? (
                <ChevronUp className="i i--sm" aria-hidden="true" />
              ) : (
                <ChevronDown className="i i--sm" aria-hidden="true" />
              )}
            </Button>
          }
        >
          <MonthGrid
            month={month}
            onMonthChange={setMonth}
            today={today}
            selected={date}
            onSelect={choose}
            isDisabled={(day) => day < today}
            marksFor={monthMarks}
          />
        </Popover>
        <IconButton
          line
          size="sm"
          label="Previous week"
          icon={<ChevronLeft className="i i--sm" aria-hidden="true" />}
          disabled={startOfWeek(week) <= startOfWeek(today)}
          onClick={() => moveWeek(-1)}
        />
        <IconButton
          line
          size="sm"
          label="Next week"
          icon={<ChevronRight className="i i--sm" aria-hidden="true" />}
          onClick={() => moveWeek(1)}
        />
      </div>
      <WeekStrip
        week={week}
        today={today}
        selected={date}
        onSelect={choose}
        disablePast
        onLeave={(direction) => {
          if (direction === 1 || startOfWeek(week) > startOfWeek(today)) moveWeek(direction);
        }}
        marksFor={weekMarks}
      />
    </>
  );
}
