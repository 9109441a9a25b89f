import { limits } from '@quorum/contracts/kernel/limits.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useAddressAutocompleteQuery } from '../../../data/calendar-entry/event-api.ts';
import { useSettledText } from '../../../shared/hooks/use-settled-text.ts';

export type Suggestions =
  | { readonly state: 'off' | 'loading' | 'none' | 'failed' }
  | { readonly state: 'found'; readonly addresses: readonly string[] };

/** Addresses that begin with the text, requested once typing has paused. Requests none without a text. */
export function useSuggestions(text: string | undefined): Suggestions {
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
