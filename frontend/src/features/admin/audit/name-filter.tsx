import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { adminApi } from '../../../data/admin/admin-api.ts';
import { ComboboxList, useCombobox } from '../../../shared/ui/controls/combobox.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { Popover } from '../../../shared/ui/overlays/popover.tsx';
import type { Chosen } from '../chosen-filter.ts';
import { loadNotice } from '../load-notice.tsx';

type Props = {
  readonly label: 'Group' | 'User';
  /** The ones on the visible page. Offered until something is typed. */
  readonly near: readonly Chosen[];
  readonly onChoose: (chosen: Chosen) => void;
};

const NONE: readonly Chosen[] = [];

/** Chooses a person or group: one on the visible page, or any found by name. */
export function NameFilter({ label, near, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="filter">
          {label}
          <ChevronDown className="i" />
        </button>
      }
    >
      <Choices label={label} near={near} onChoose={onChoose} />
    </Popover>
  );
}

const optionsOf = (named: readonly { readonly _id: string; readonly name: string }[]) =>
  named.map(({ _id, name }) => ({ id: _id, name }));

function NoneFound({ isAsked }: { isAsked: boolean }) {
  return (
    <p className="filter__none" role="status">
      {isAsked ? 'No matches.' : 'Type a name to find one.'}
    </p>
  );
}

function Choices({ label, near, onChoose }: Props) {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const { data, error, refetch } = adminApi.useAuditNamesQuery(wanted, { skip: wanted === '' });
  const found = data === undefined ? NONE : optionsOf(label === 'Group' ? data.groups : data.people);
  const offered = wanted === '' ? near : found;
  const isKnown = wanted === '' || data !== undefined;
  const box = useCombobox({ query: text, options: offered, onTake: onChoose });
  return (
    <div className="filter__days">
      <Field label="Name begins with">
        <Input
          {...box.field}
          type="search"
          role="combobox"
          aria-expanded={offered.length > 0}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {error !== undefined && loadNotice('the names')(() => void refetch(), error)}
      <ComboboxList box={box} label={`${label} names`} className="filter__found" keyOf={({ id }) => id}>
        {({ name }) => <span dir="auto">{name}</span>}
      </ComboboxList>
      {offered.length === 0 && isKnown && <NoneFound isAsked={wanted !== ''} />}
    </div>
  );
}
