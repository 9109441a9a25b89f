// biome-ignore-all lint/a11y/useSemanticElements: a datalist can neither say that it is loading nor show two lines.
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { MapPin, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useAddressAutocompleteQuery } from '../../../../data/calendar-entry/event-api.ts';
import { useSettledText } from '../../../../shared/hooks/use-settled-text.ts';
import { classNames } from '../../../../shared/lib/class-names.ts';
import { useField } from '../../../../shared/ui/controls/field.tsx';
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx';
import { addressLines } from './ticket.tsx';

export interface AddressFieldProps {
  value: string;
  onChange: (text: string) => void;
}

/** Any text, with suggested addresses below. Arrows move through them, Enter takes one, Escape hides them. */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const field = useField();
  const listId = useId();
  const [typing, setTyping] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useSuggestions(typing ? value : undefined);
  const addresses = found.state === 'found' ? found.addresses : [];
  const open = found.state !== 'off';

  useEscape(open, () => setTyping(false));
  const take = (address: string) => {
    onChange(address.slice(0, limits.eventLocation));
    setTyping(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbourOf(active, event.key, addresses.length);
    const chosen = event.key === 'Enter' ? addresses[active] : undefined;
    if (next === undefined && chosen === undefined) return;
    event.preventDefault();
    if (next !== undefined) setActive(next);
    else if (chosen !== undefined) take(chosen);
  };

  return (
    <div className="combo">
      <div className="input">
        <MapPin className="i" />
        <input
          {...field}
          role="combobox"
          aria-expanded={addresses.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={addresses[active] === undefined ? undefined : `${listId}-${active}`}
          autoComplete="off"
          value={value}
          maxLength={limits.eventLocation}
          onChange={(event) => {
            setTyping(true);
            setActive(-1);
            onChange(event.target.value);
          }}
          onBlur={() => setTyping(false)}
          onKeyDown={onKeyDown}
        />
      </div>
      {found.state === 'found' ? (
        <Suggestions id={listId} addresses={addresses} active={active} typed={value.trim()} onTake={take} />
      ) : (
        open && <SearchState id={listId} state={found.state} />
      )}
    </div>
  );
}

/** Handles Escape before the dialog does, which would close and lose everything entered. */
const useEscape = (isOpen: boolean, onEscape: () => void): void => {
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      leave();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen]);
};

/** Where an arrow leads from the suggestion at `active`, wrapping around. -1 is none of them. */
const neighbourOf = (active: number, key: string, count: number): number | undefined => {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
};

interface SuggestionsProps {
  id: string;
  addresses: readonly string[];
  /** The index of the suggestion that Enter takes, or -1. */
  active: number;
  typed: string;
  onTake: (address: string) => void;
}

function Suggestions({ id, addresses, active, typed, onTake }: SuggestionsProps) {
  return (
    <div className="menu" role="listbox" aria-label="Address suggestions" id={id}>
      {addresses.map((address, index) => (
        <button
          key={address}
          type="button"
          role="option"
          id={`${id}-${index}`}
          className={classNames('menu__item', index === active && 'is-active')}
          aria-selected={index === active}
          tabIndex={-1}
          // Keeps the focus in the field. Losing it would hide the list before the press is over.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(address)}
        >
          <MapPin className="i" />
          <Address text={address} typed={typed} />
        </button>
      ))}
    </div>
  );
}

function SearchState({ id, state }: { id: string; state: 'loading' | 'none' | 'failed' }) {
  return (
    <div className="menu" role="status" id={id}>
      <p>
        {state === 'loading' && <Spinner size="sm" />}
        {state === 'none' && <MapPin className="i" />}
        {state === 'failed' && <TriangleAlert className="i" />}
        {SEARCH_TEXTS[state]}
      </p>
    </div>
  );
}

const SEARCH_TEXTS = {
  loading: 'Loading addresses...',
  none: 'No addresses found',
  failed: 'Unable to load address suggestions',
} as const;

function Address({ text, typed }: { text: string; typed: string }) {
  const { first, rest } = addressLines(text);
  const begins = first.toLowerCase().startsWith(typed.toLowerCase());
  const cut = begins ? Math.min(typed.length, first.length) : 0;
  return (
    <span>
      <b>
        {cut > 0 && <mark>{first.slice(0, cut)}</mark>}
        {first.slice(cut)}
      </b>
      {rest !== '' && <small>{rest}</small>}
    </span>
  );
}

type Suggestions =
  | { readonly state: 'off' | 'loading' | 'none' | 'failed' }
  | { readonly state: 'found'; readonly addresses: readonly string[] };

/** Addresses that begin with the text, requested once typing has paused. Requests none without a text. */
function useSuggestions(text: string | undefined): Suggestions {
  const query = text?.trim() ?? '';
  const settled = useSettledText(query);
  const wanted = query === settled && query.length >= limits.autocompleteMin;
  const { currentData, isFetching, isError } = useAddressAutocompleteQuery(wanted ? query : skipToken);
  if (!wanted) return { state: 'off' };
  if (isFetching) return { state: 'loading' };
  return isError ? { state: 'failed' } : answered(currentData);
}

const answered = (addresses: readonly string[] | undefined): Suggestions => {
  if (addresses === undefined) return { state: 'loading' };
  return addresses.length === 0 ? { state: 'none' } : { state: 'found', addresses };
};
