import { limits } from '@quorum/contracts/kernel/limits.ts';
import { Search, X } from 'lucide-react';
import { type Ref, useState } from 'react';
import { beforeName, type Chip, chipText, nameAtEnd, type Searched, withChip } from '../../data/search/searched.ts';
import { plainKey } from '../../shared/lib/keys.ts';
import { ComboboxList, useCombobox } from '../../shared/ui/controls/combobox.tsx';
import { IconButton } from '../../shared/ui/controls/icon-button.tsx';
import { useNames } from './use-names.ts';

interface SearchFieldProps {
  searched: Searched;
  onChange: (next: Partial<Searched>) => void;
  onRemove: (chip: Chip) => void;
  /** Enter was pressed. */
  onFinish: () => void;
  onClose: () => void;
  ref: Ref<HTMLInputElement>;
}

/** The filters as chips, and the field for words and further filters, which are offered by name. */
export function SearchField({ searched, onChange, onRemove, onFinish, onClose, ref }: SearchFieldProps) {
  const { typed, chips } = searched;
  const wanted = nameAtEnd(typed);
  const names = useNames(wanted);
  const [closedFor, setClosedFor] = useState<string>();
  const isOpen = names.length > 0 && closedFor !== typed;
  const box = useCombobox({
    query: typed,
    options: isOpen ? names : [],
    eager: true,
    onTake: ({ id, name }) => {
      if (wanted === undefined) return;
      onChange({ typed: beforeName(typed), chips: withChip(chips, { filter: wanted.filter, id, name }) });
    },
    onClose: isOpen ? () => setClosedFor(typed) : undefined,
  });
  const last = chips.at(-1);
  return (
    <div className="search__top">
      <div className="search__field">
        <Search className="i i--sm" />
        {chips.map((chip) => (
          <ChipButton key={chipText(chip).join()} chip={chip} onRemove={() => onRemove(chip)} />
        ))}
        <input
          ref={ref}
          type="search"
          role="combobox"
          aria-expanded={isOpen}
          aria-label="Search"
          placeholder={chips.length === 0 ? 'Search' : undefined}
          maxLength={2 * limits.search}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          {...box.field}
          onChange={(event) => onChange({ typed: event.target.value })}
          onKeyDown={(event) => {
            if (box.field.onKeyDown(event)) return;
            const key = plainKey(event);
            if (key === 'Backspace' && typed === '' && last) onRemove(last);
            if (key === 'Enter') onFinish();
            if (key === 'ArrowDown' && focusFirst(event.currentTarget)) event.preventDefault();
          }}
        />
        <IconButton size="sm" label="Close search" icon={<X className="i i--sm" />} onClick={onClose} />
      </div>
      <ComboboxList
        box={box}
        label={wanted?.filter === 'in' ? 'Groups' : 'People'}
        className="menu search__names"
        keyOf={({ id }) => id}
      >
        {({ name }) => <span dir="auto">{name}</span>}
      </ComboboxList>
    </div>
  );
}

/** @returns whether there is a result that takes the focus. */
const focusFirst = (field: Element): boolean => {
  const result = field.closest('.search')?.querySelector<HTMLElement>('.search__list [tabindex="0"]');
  result?.focus();
  return result != null;
};

function ChipButton({ chip, onRemove }: { chip: Chip; onRemove: () => void }) {
  const [label, value] = chipText(chip);
  return (
    <span className="chip">
      <small>{label}</small>
      <span className="cut" dir="auto">
        {value}
      </span>
      <button type="button" aria-label={`Remove ${label} ${value}`} onClick={onRemove}>
        <X className="i" />
      </button>
    </span>
  );
}
