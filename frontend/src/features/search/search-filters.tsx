import '../../shared/ui/controls/filter.css';
import { searchedKinds } from '@quorum/contracts/search/rules.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { localDate, monthOf } from '@quorum/contracts/time/days.ts';
import { ChevronDown } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { Chip, Searched } from '../../data/search/searched.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { MonthGrid } from '../../shared/ui/dates/month-grid.tsx';
import { Menu, MenuItem } from '../../shared/ui/overlays/menu.tsx';
import { Popover } from '../../shared/ui/overlays/popover.tsx';

interface SearchFiltersProps {
  searched: Searched;
  onAdd: (chip: Chip) => void;
}

const trigger = (label: string): ReactElement => (
  <button type="button" className="filter">
    {label}
    <ChevronDown className="i" />
  </button>
);

/** Filters to press, beside those that can be typed. */
export function SearchFilters({ searched, onAdd }: SearchFiltersProps) {
  const isSet = (filter: Chip['filter']): boolean => searched.chips.some((chip) => chip.filter === filter);
  return (
    <div className="filters search__filters">
      <Menu label="Has" align="start" trigger={trigger('Has')}>
        {searchedKinds.map((kind) => (
          <MenuItem key={kind} onSelect={() => onAdd({ filter: 'has', kind })}>
            {`${kind[0]?.toUpperCase()}${kind.slice(1)}`}
          </MenuItem>
        ))}
      </Menu>
      {!isSet('before') && <DayFilter label="Before" onChoose={(date) => onAdd({ filter: 'before', date })} />}
      {!isSet('after') && <DayFilter label="After" onChoose={(date) => onAdd({ filter: 'after', date })} />}
      {!isSet('mentions') && (
        <button type="button" className="filter" onClick={() => onAdd({ filter: 'mentions' })}>
          Mentions me
        </button>
      )}
    </div>
  );
}

function DayFilter({ label, onChoose }: { label: string; onChoose: (date: CalendarDate) => void }) {
  const today = localDate(useMinute(), useTimeZone());
  const [isOpen, setOpen] = useState(false);
  const [month, setMonth] = useState(monthOf(today));
  return (
    <Popover label={label} align="start" open={isOpen} onOpenChange={setOpen} trigger={trigger(label)}>
      <MonthGrid
        month={month}
        onMonthChange={setMonth}
        today={today}
        selected={null}
        onSelect={(date) => {
          setOpen(false);
          onChoose(date);
        }}
      />
    </Popover>
  );
}
