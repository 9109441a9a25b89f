import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { MarksFor } from '../lib/day-marks.ts';
import { type IsoDate, weekOf } from '../lib/iso-date.ts';
import { DayOption } from './day-option.tsx';

export interface WeekStripProps {
  /** Any date of the week on show. */
  week: IsoDate;
  today: IsoDate;
  selected: IsoDate | null;
  onSelect: (date: IsoDate) => void;
  marksFor?: MarksFor;
  /** Days before today cannot be chosen and are skipped by the arrows. */
  disablePast?: boolean;
  /** An arrow went past the first (-1) or last (1) day. */
  onLeave?: (direction: -1 | 1) => void;
  label?: string;
}

/** Seven days, Sunday first. The arrows move, Enter selects. */
export function WeekStrip(props: WeekStripProps) {
  const { week, today, selected, onSelect, marksFor, disablePast = false, onLeave, label = 'Week' } = props;
  const [focused, setFocused] = useState<IsoDate | null>(null);
  const moveFocus = useRef(false);
  const list = useRef<HTMLDivElement>(null);
  const days = weekOf(week);
  const open = days.filter((date) => !disablePast || date >= today);
  const tabStop = [focused, selected, today].find((date) => date && open.includes(date)) ?? open[0];

  useEffect(() => {
    if (!moveFocus.current || !tabStop) return;
    moveFocus.current = false;
    list.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus();
  });

  const onKeyDown = (event: KeyboardEvent, date: IsoDate) => {
    const at = open.indexOf(date);
    const steps: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: open.length - 1 };
    const target = steps[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = open[target];
    if (next) {
      moveFocus.current = true;
      setFocused(next);
    } else {
      onLeave?.(target < 0 ? -1 : 1);
    }
  };

  return (
    <div className="week" role="listbox" aria-label={label} aria-orientation="horizontal" ref={list}>
      {days.map((date) => (
        <DayOption
          key={date}
          date={date}
          today={today}
          isSelected={date === selected}
          isTabStop={date === tabStop}
          disabled={disablePast && date < today}
          marks={marksFor?.(date)}
          onKeyDown={(event) => onKeyDown(event, date)}
          onFocus={() => setFocused(date)}
          onSelect={() => onSelect(date)}
        />
      ))}
    </div>
  );
}
