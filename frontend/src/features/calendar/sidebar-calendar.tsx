import { Plus } from 'lucide-react';
import { useEventMarks } from '../../data/calendar-entry/event-marks.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { MonthGrid } from '../../shared/ui/dates/month-grid.tsx';
import type { Calendar } from './use-calendar.ts';

/** The month in the sidebar, with dots on days that have events. */
export function SidebarMonth({ calendar }: { calendar: Calendar }) {
  const { month, today, shownDay, week } = calendar;
  const marksFor = useEventMarks(calendar.groupId, month);
  return (
    <MonthGrid
      month={month}
      onMonthChange={calendar.showMonth}
      today={today}
      selected={shownDay}
      week={week}
      onSelect={calendar.select}
      marksFor={marksFor}
    />
  );
}

/** Only for people who may create events here: everyone in My Schedule, in a group as its settings allow. */
interface CreateEventButtonProps {
  onCreate: () => void;
  onNear: () => void;
  /** Undefined in My Schedule, which has nobody to ask. */
  onFindTime: (() => void) | undefined;
}

export function CreateEventButton({ onCreate, onNear, onFindTime }: CreateEventButtonProps) {
  const create = (
    <Button
      variant="primary"
      block
      icon={<Plus className="i" />}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onCreate}
    >
      Create Event
    </Button>
  );
  if (onFindTime === undefined) return create;
  return (
    <div className="sidebar__create">
      {create}
      <Button onClick={onFindTime}>Find a time</Button>
    </div>
  );
}

/** Reserves the button's place while it is unknown who may create events. */
export function CreateEventPlace() {
  return <div className="sidebar__place" aria-hidden="true" />;
}
