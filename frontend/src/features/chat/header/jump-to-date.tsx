import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { monthDayBeside } from '@quorum/contracts/time/day-labels.ts';
import { localDate, monthOf } from '@quorum/contracts/time/days.ts';
import { CalendarSearch } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useReadState } from '../../../data/group/use-group.ts';
import { findDay } from '../../../data/message/message-pages.ts';
import { useScreenActions } from '../../../data/screen-actions/screen-actions.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { pathOfMessage } from '../../../shared/lib/addresses.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { IconButton } from '../../../shared/ui/controls/icon-button.tsx';
import { MonthGrid } from '../../../shared/ui/dates/month-grid.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';

interface JumpToDateProps {
  group: GroupView;
  onNewest: () => void;
}

/** Opens the chat at the first message of a day. */
export function JumpToDate({ group, onNewest }: JumpToDateProps) {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const { firstMessageAt } = useReadState(group._id);
  const first = firstMessageAt ? localDate(firstMessageAt, timeZone) : today;
  const [isOpen, setOpen] = useState(false);
  const [month, setMonth] = useState(monthOf(today));
  const jump = useJump(group._id, onNewest);
  const open = (next: boolean) => {
    if (next) setMonth(monthOf(today));
    setOpen(next);
  };
  useScreenActions({ jumpToDate: () => open(true) });
  const lead = (date: CalendarDate) => {
    setOpen(false);
    void jump(date);
  };
  return (
    <Popover
      label="Jump to date"
      align="end"
      className="jump-to-date"
      open={isOpen}
      onOpenChange={open}
      trigger={<IconButton label="Jump to date" icon={<CalendarSearch className="i" />} />}
    >
      <MonthGrid
        month={month}
        onMonthChange={setMonth}
        today={today}
        selected={null}
        onSelect={lead}
        isDisabled={(date) => date < first || date > today}
      />
      <div className="jump-to-date__ends">
        <Button size="sm" onClick={() => lead(first)}>
          Beginning
        </Button>
        <Button
          size="sm"
          onClick={() => {
            setOpen(false);
            onNewest();
          }}
        >
          Today
        </Button>
      </div>
    </Popover>
  );
}

/** A day without messages leads to the next one that has some. */
const useJump = (groupId: string, onNewest: () => void) => {
  const timeZone = useTimeZone();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const toast = useToast();
  return async (date: CalendarDate): Promise<void> => {
    try {
      const found = await dispatch(findDay(groupId, date, timeZone));
      if (found === undefined) return onNewest();
      const shown = localDate(found.createdAt, timeZone);
      if (shown !== date)
        toast(`No messages on ${monthDayBeside(date, shown)}. Showing ${monthDayBeside(shown, date)}.`, 'notice');
      void navigate(pathOfMessage(groupId, found._id));
    } catch (error) {
      console.warn('The day could not be found.', error);
      toast('The messages didn’t load', 'error');
    }
  };
};
