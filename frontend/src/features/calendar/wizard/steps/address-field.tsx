import { limits } from '@quorum/contracts/kernel/limits.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { MapPin, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { eventApi } from '../../../../data/calendar-entry/event-api.ts';
import { useSettledText } from '../../../../shared/hooks/use-settled-text.ts';
import { ComboboxList, useCombobox } from '../../../../shared/ui/controls/combobox.tsx';
import { useField } from '../../../../shared/ui/controls/field.tsx';
import { Spinner } from '../../../../shared/ui/feedback/spinner.tsx';
import { addressLines } from './ticket.tsx';

export interface AddressFieldProps {
  value: string;
  onChange: (text: string) => void;
}

const NONE: readonly string[] = [];

/** Any text, with suggested addresses below. Arrows move through them, Enter takes one, Escape hides them. */
export function AddressField({ value, onChange }: AddressFieldProps) {
  const field = useField();
  const [typing, setTyping] = useState(false);
  const found = useSuggestions(typing ? value : undefined);
  const close = () => setTyping(false);
  const box = useCombobox({
    query: value,
    options: found.state === 'found' ? found.addresses : NONE,
    onTake: (address) => {
      onChange(address.slice(0, limits.eventLocation));
      close();
    },
    onClose: found.state === 'off' ? undefined : close,
  });

  return (
    <div className="combobox">
      <div className="input">
        <MapPin className="i" />
        <input
          {...field}
          {...box.field}
          role="combobox"
          aria-expanded={box.options.length > 0}
          autoComplete="off"
          value={value}
          maxLength={limits.eventLocation}
          onChange={(event) => {
            setTyping(true);
            onChange(event.target.value);
          }}
          onBlur={close}
        />
      </div>
      <ComboboxList box={box} label="Address suggestions" className="menu" keyOf={(address) => address}>
        {(address) => (
          <>
            <MapPin className="i" />
            <Address text={address} typed={value.trim()} />
          </>
        )}
      </ComboboxList>
      {found.state !== 'off' && found.state !== 'found' && <SearchState state={found.state} />}
    </div>
  );
}

function SearchState({ state }: { state: 'loading' | 'none' | 'failed' }) {
  return (
    <div className="menu" role="status">
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
  const { currentData, isFetching, isError } = eventApi.useAddressAutocompleteQuery(wanted ? query : skipToken);
  if (!wanted) return { state: 'off' };
  if (isFetching) return { state: 'loading' };
  return isError ? { state: 'failed' } : answered(currentData);
}

const answered = (addresses: readonly string[] | undefined): Suggestions => {
  if (addresses === undefined) return { state: 'loading' };
  return addresses.length === 0 ? { state: 'none' } : { state: 'found', addresses };
};
