import type { SearchResult } from '@quorum/contracts/search/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useEffect, useMemo, useState } from 'react';
import { type Asked, searchApi } from '../../data/search/search-api.ts';
import { askedBy, type Searched } from '../../data/search/searched.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';

/** Milliseconds from the last key until the call. */
const PAUSE = 200;

const { useSearchInfiniteQuery } = searchApi;

const NOTHING: Asked = { words: '', kind: 'messages', timeZone: 'UTC' };

/** The call that waits for the next key, and the one that was made last. */
const useAsked = (searched: Searched) => {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const wanted = askedBy(searched, today, timeZone);
  const unasked = typeof wanted === 'string' ? wanted : undefined;
  const key = unasked === undefined ? JSON.stringify(wanted) : '';
  const settled = useSettledText(key, PAUSE);
  const asked = useMemo(() => (settled === '' ? undefined : (JSON.parse(settled) as Asked)), [settled]);
  return { unasked, asked, isCurrent: key === settled };
};

type Found = { readonly results: readonly SearchResult[]; readonly words: string };

/** Earlier results stay for the moment that the next answer takes. */
const useShown = (found: Found | undefined, isAsked: boolean): Found | undefined => {
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  const isLate = useDelayedFlag(found === undefined && isAsked);
  return found ?? (isLate || last?.results.length === 0 ? undefined : last);
};

/** The results of a search while it is being typed. */
export const useSearch = (searched: Searched) => {
  const dispatch = useAppDispatch();
  const { unasked, asked, isCurrent } = useAsked(searched);
  const query = useSearchInfiniteQuery(asked ?? NOTHING, { skip: asked === undefined });
  // The answer to an earlier question is of no use.
  useEffect(() => {
    if (asked === undefined) return undefined;
    return () => dispatch(searchApi.util.getRunningQueryThunk('search', asked))?.abort();
  }, [dispatch, asked]);
  const data = isCurrent ? query.currentData : undefined;
  const found = useMemo(
    () => data && { results: data.pages.flatMap(({ results }) => results), words: asked?.words ?? '' },
    [data, asked],
  );
  return {
    unasked,
    shown: useShown(found, unasked === undefined),
    isEmpty: found?.results.length === 0 && !query.hasNextPage,
    isFailed: isCurrent && query.isError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
};
