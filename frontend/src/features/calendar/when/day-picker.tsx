import type { CalendarDate, CalendarMonth } from '@quorum/contracts/time/calendar-date.ts';
import { monthTitle } from '@quorum/contracts/time/day-labels.ts';
import { addDays, monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { ChevronDown, ChevronLeft, ChevronRight, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useEventMarks } from '../../../data/calendar-entry/event-marks.ts';
import { useFirstWeekday } from '../../../shared/hooks/first-weekday.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { MonthGrid } from '../../../shared/ui/dates/month-grid.tsx';
import { WeekStrip } from '../../../shared/ui/dates/week-strip.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import './when.css';

export interface DayPickerProps {
  date: CalendarDate;
  today: CalendarDate;
  onChange: (date: CalendarDate) => void;
  /** The group whose events the dots show, or `my-q` for My Schedule. */
  groupId: string;
}

/** A drop-down month and a strip of one week. Past days cannot be chosen. */
export function DayPicker({ date, today, onChange, groupId }: DayPickerProps) {
  const [week, setWeek] = useState(date);
  const weekMarks = useEventMarks(groupId, monthOf(week));
  const firstWeekday = useFirstWeekday();
  const thisWeek = startOfWeek(today, firstWeekday);
  const isFirst = startOfWeek(week, firstWeekday) <= thisWeek;
  const choose = (chosen: CalendarDate) => {
    setWeek(chosen);
    onChange(chosen);
  };
  const moveWeek = (direction: -1 | 1) => {
    const next = addDays(startOfWeek(week, firstWeekday), direction * 7);
    setWeek(next === thisWeek ? today : next);
  };
  return (
    <>
      <div className="when__head">
        <MonthMenu date={date} today={today} groupId={groupId} shown={monthOf(week)} onChange={choose} />
        <IconButton
          line
          size="sm"
          label="Previous week"
          icon={<ChevronLeft className="i i--sm" />}
          disabled={isFirst}
          onClick={() => moveWeek(-1)}
        />
        <IconButton
          line
          size="sm"
          label="Next week"
          icon={<ChevronRight className="i i--sm" />}
          onClick={() => moveWeek(1)}
        />
      </div>
      <WeekStrip
        week={week}
        today={today}
        selected={date}
        onSelect={choose}
        disablePast
        onLeave={moveWeek}
        marksFor={weekMarks}
      />
    </>
  );
}

/** `shown`: the month that it opens with, which is that of the week beside it. */
function MonthMenu({ date, today, groupId, shown, onChange }: DayPickerProps & { shown: CalendarMonth }) {
  const [month, setMonth] = useState(shown);
  const [open, setOpen] = useState(false);
  const marks = useEventMarks(groupId, month);
  const title = monthTitle(shown);
  const Chevron = open ? ChevronUp : ChevronDown;
  return (
    <Popover
      label="Choose a date"
      align="start"
      className="when__month"
      open={open}
      onOpenChange={(next) => {
        setMonth(shown);
        setOpen(next);
      }}
      trigger={
        <Button variant="ghost" size="sm" aria-label={`${title}, choose a date`}>
          {title}
          <Chevron className="i i--sm" />
        </Button>
      }
    >
      <MonthGrid
        month={month}
        onMonthChange={setMonth}
        today={today}
        selected={date}
        onSelect={(chosen) => {
          setOpen(false);
          onChange(chosen);
        }}
        isDisabled={(day) => day < today}
        marksFor={marks}
      />
    </Popover>
  );
}
