import { localDate } from '@quorum/contracts/time/days.ts';
import { useState } from 'react';
import { useTimeZone } from '../../entities/calendar-entry/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { type IsoDate, type IsoMonth, monthOf } from '../../shared/lib/iso-date.ts';

/** What the month of the sidebar and the schedule share: the chosen day, and which week and month are on show. */
export type Calendar = {
  /** `my-q` for My Schedule. */
  readonly groupId: string;
  readonly timeZone: string;
  readonly today: IsoDate;
  /** The day that the list is filtered by; null shows all. */
  readonly selected: IsoDate | null;
  /** Any day of the week on show. */
  readonly week: IsoDate;
  readonly month: IsoMonth;
  readonly select: (date: IsoDate) => void;
  readonly backToToday: () => void;
  readonly showWeek: (date: IsoDate) => void;
  readonly showMonth: (month: IsoMonth) => void;
};

type Shown = {
  readonly groupId: string;
  readonly selected: IsoDate | null;
  readonly week?: IsoDate;
  readonly month?: IsoMonth;
};

/** Held by whoever shows both. Another group starts at today again. */
export function useCalendar(groupId: string): Calendar {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const [kept, setShown] = useState<Shown>({ groupId, selected: null });
  const shown: Shown = kept.groupId === groupId ? kept : { groupId, selected: null };
  // Without a choice the week and the month follow the clock past midnight.
  const week = shown.week ?? today;
  return {
    groupId,
    timeZone,
    today,
    selected: shown.selected,
    week,
    month: shown.month ?? monthOf(week),
    select: (date) => setShown({ groupId, selected: date, week: date }),
    backToToday: () => setShown({ groupId, selected: null }),
    showWeek: (date) => setShown({ groupId, selected: shown.selected, week: date }),
    showMonth: (month) => setShown({ ...shown, week, month }),
  };
}
