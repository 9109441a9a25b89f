import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { monthCells, monthOf } from '@quorum/contracts/time/days.ts';
import { useState } from 'react';
import { useFirstWeekday } from '../../shared/hooks/first-weekday.ts';
import { MonthGrid } from '../../shared/ui/dates/month-grid.tsx';
import { useMedia } from './use-media.ts';

export interface MediaMonthProps {
  kind: MediaKind;
  groupId: string;
  timeZone: string;
  today: CalendarDate;
  selected: CalendarDate;
  onSelect: (date: CalendarDate) => void;
}

/** A month to choose a day from, with marks on the days that have media. */
export function MediaMonth({ kind, groupId, timeZone, today, selected, onSelect }: MediaMonthProps) {
  const [month, setMonth] = useState(monthOf(selected));
  const cells = monthCells(month, useFirstWeekday());
  const { marksFor } = useMedia(kind, {
    groupId,
    startDate: cells[0] ?? selected,
    endDate: cells.at(-1) ?? selected,
    timeZone,
  });
  return (
    <div className="media-popout__month" role="dialog" aria-label="Choose a date">
      <MonthGrid
        month={month}
        onMonthChange={setMonth}
        today={today}
        selected={selected}
        week={null}
        onSelect={onSelect}
        marksFor={marksFor}
      />
    </div>
  );
}
