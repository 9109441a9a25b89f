import '../../../shared/ui/controls/filter.css';
import { type AuditKind, auditKinds } from '@quorum/contracts/audit/rules.ts';
import type { AuditLine } from '@quorum/contracts/audit/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { ChevronDown, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTimeZone } from '../../../shared/hooks/time-zone.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import { DateField } from '../../../shared/ui/dates/date-time-fields.tsx';
import { Menu, MenuItem } from '../../../shared/ui/overlays/menu.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import type { Chosen, ChosenFilter } from '../chosen-filter.ts';
import { NameFilter } from './name-filter.tsx';

type Props = {
  readonly filter: ChosenFilter;
  readonly onFilter: (filter: ChosenFilter) => void;
  /** The visible lines. Their people and groups can be chosen. */
  readonly lines: readonly AuditLine[];
};

const kindLabels: { readonly [K in AuditKind]: string } = {
  account: 'Accounts',
  session: 'Sessions',
  group: 'Groups',
  members: 'Members',
  event: 'Events',
  message: 'Messages',
  file: 'Files',
  report: 'Reports',
  configuration: 'Configuration',
  admin: 'Administrators',
};

/** Each once, by name. */
const distinct = (named: readonly Chosen[]): readonly Chosen[] =>
  [...new Map(named.filter(({ name }) => name !== '').map((one) => [one.id, one])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name, 'en-US'),
  );

const groupsIn = (lines: readonly AuditLine[]): readonly Chosen[] =>
  distinct(lines.flatMap(({ group }) => (group === null ? [] : [{ id: group._id, name: group.name }])));

const peopleIn = (lines: readonly AuditLine[]): readonly Chosen[] =>
  distinct(
    lines.flatMap(({ actor, user }) =>
      [actor, user].flatMap((one) => (one === null || !one._id.includes('-') ? [] : [{ id: one._id, name: one.name }])),
    ),
  );

export function AuditFilters({ filter, onFilter, lines }: Props) {
  const kinds = auditKinds.map((kind) => ({ id: kind, name: kindLabels[kind] }));
  return (
    <div className="filters">
      <Named
        label="Group"
        chosen={filter.group}
        near={groupsIn(lines)}
        onChange={(group) => onFilter({ ...filter, group })}
      />
      <Named
        label="User"
        chosen={filter.user}
        near={peopleIn(lines)}
        onChange={(user) => onFilter({ ...filter, user })}
      />
      <OneOf
        label="Kind"
        chosen={filter.kind && { id: filter.kind, name: kindLabels[filter.kind] }}
        options={kinds}
        onChange={(kind) => onFilter({ ...filter, kind: kind?.id as AuditKind | undefined })}
      />
      <Days filter={filter} onFilter={onFilter} />
    </div>
  );
}

type NamedProps = {
  readonly label: 'Group' | 'User';
  readonly chosen: Chosen | undefined;
  readonly near: readonly Chosen[];
  readonly onChange: (chosen: Chosen | undefined) => void;
};

function Named({ label, chosen, near, onChange }: NamedProps) {
  return (
    <FilterPlace label={label} value={chosen?.name} onClear={() => onChange(undefined)}>
      <NameFilter label={label} near={near} onChoose={onChange} />
    </FilterPlace>
  );
}

type OneOfProps = {
  readonly label: string;
  readonly chosen: Chosen | undefined;
  readonly options: readonly Chosen[];
  readonly onChange: (chosen: Chosen | undefined) => void;
};

function OneOf({ label, chosen, options, onChange }: OneOfProps) {
  return (
    <FilterPlace label={label} value={chosen?.name} onClear={() => onChange(undefined)}>
      <Menu
        label={label}
        align="start"
        trigger={
          <button type="button" className="filter">
            {label}
            <ChevronDown className="i" />
          </button>
        }
      >
        {options.map((option) => (
          <MenuItem key={option.id} onSelect={() => onChange(option)}>
            {option.name}
          </MenuItem>
        ))}
      </Menu>
    </FilterPlace>
  );
}

function Days({ filter, onFilter }: Omit<Props, 'lines'>) {
  const [open, setOpen] = useState(false);
  const timeZone = useTimeZone();
  const now = useMinute();
  const { from, to } = filter;
  // Not while the panel is open, because it is anchored to the button.
  const value = !open && (from || to) ? [from ?? '…', to ?? '…'].join(' – ') : undefined;
  const day = (label: string, name: 'from' | 'to') => (
    <DateField
      label={label}
      today={localDate(now, timeZone)}
      value={filter[name] ?? ''}
      onChange={(date) => onFilter({ ...filter, [name]: date || undefined })}
    />
  );
  return (
    <FilterPlace label="Date" value={value} onClear={() => onFilter({ ...filter, from: undefined, to: undefined })}>
      <Popover
        label="Date"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <button type="button" className="filter">
            Date
            <ChevronDown className="i" />
          </button>
        }
      >
        <div className="filter__days">
          {day('From', 'from')}
          {day('To', 'to')}
        </div>
      </Popover>
    </FilterPlace>
  );
}

type FilterPlaceProps = {
  readonly label: string;
  /** The chosen value. If undefined, the children are shown, to choose one. */
  readonly value: string | undefined;
  readonly onClear: () => void;
  readonly children: ReactNode;
};

/** One filter: its value with a button that clears it, or the control that sets it. */
function FilterPlace({ label, value, onClear, children }: FilterPlaceProps) {
  return (
    <div className="filters__one" data-focus-home="">
      {value === undefined ? (
        children
      ) : (
        <button
          type="button"
          className="filter is-set"
          aria-label={`${label}, ${value}, clear`}
          title={value}
          onClick={onClear}
        >
          <span className="filter__value">{value}</span>
          <X className="i" />
        </button>
      )}
    </div>
  );
}
