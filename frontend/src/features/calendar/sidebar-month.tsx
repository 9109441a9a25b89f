import { useEventMarks } from '../../data/calendar-entry/event-marks.ts';
import { MonthGrid } from '../../shared/ui/month-grid.tsx';
import type { Calendar } from './use-calendar.ts';

/** The month in the sidebar, with dots on days that have events. */
export function SidebarMonth({ calendar }: { calendar: Calendar }) {
  const { month, today, selected, week } = calendar;
  const marksFor = useEventMarks(calendar.groupId, month);
  return (
    <MonthGrid
      month={month}
      onMonthChange={calendar.showMonth}
      today={today}
      selected={selected ?? today}
      week={week}
      onSelect={calendar.select}
      marksFor={marksFor}
    />
  );
}
