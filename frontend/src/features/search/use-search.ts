import type { SearchResult } from '@quorum/contracts/search/wire.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useEffect, useMemo, useState } from 'react';
import { groupApi } from '../../data/group/group-api.ts';
import { type Asked, type Pages, searchApi } from '../../data/search/search-api.ts';
import { askedBy, type Searched } from '../../data/search/searched.ts';
import { useAppDispatch } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useDelayedFlag } from '../../shared/hooks/use-delayed-flag.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';

/** Milliseconds from the last key until the call. */
const DEBOUNCE_MS = 200;

const NOTHING: Asked = { words: '', kind: 'messages', timeZone: 'UTC' };

/** Whether a group that a chip names was left since. */
const useIsLost = (groupId: string | undefined): boolean => {
  const { data: groups } = groupApi.useMyGroupsQuery();
  return groupId !== undefined && groups?.every(({ _id }) => _id !== groupId) === true;
};

/** The call that waits for the next key, and the one that was made last. */
const useAsked = (searched: Searched) => {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const asking = askedBy(searched, today, timeZone);
  const isInLostGroup = useIsLost(typeof asking === 'string' ? undefined : asking.in);
  const wanted = isInLostGroup ? 'unknown-in' : asking;
  const unasked = typeof wanted === 'string' ? wanted : undefined;
  const key = unasked === undefined ? JSON.stringify(wanted) : '';
  const settled = useSettledText(key, DEBOUNCE_MS);
  const asked = useMemo(() => (settled === '' ? undefined : (JSON.parse(settled) as Asked)), [settled]);
  return { unasked, asked, isCurrent: key === settled };
};

type Found = { readonly results: readonly SearchResult[]; readonly words: string };
type Query = { readonly asked: Asked | undefined; readonly data: Pages | undefined };

const useFound = ({ asked, data }: Query): Found | undefined =>
  useMemo(
    () => asked && data && { results: data.pages.flatMap(({ results }) => results), words: asked.words },
    [asked, data],
  );

/** What was found last. It stays for the moment that the next answer takes, and follows changes like any other result. */
const useEarlier = ({ asked, data }: Query, isAsked: boolean): Found | undefined => {
  const [answered, setAnswered] = useState<Asked>();
  if (data !== undefined && answered !== asked) setAnswered(asked);
  const isLate = useDelayedFlag(data === undefined && isAsked);
  const { currentData } = searchApi.endpoints.search.useInfiniteQueryState(answered ?? NOTHING, {
    skip: answered === undefined,
  });
  const earlier = useFound({ asked: answered, data: currentData });
  return isLate || earlier?.results.length === 0 ? undefined : earlier;
};

/** The results of a search while it is being typed. */
export const useSearch = (searched: Searched) => {
  const dispatch = useAppDispatch();
  const { unasked, asked, isCurrent } = useAsked(searched);
  const query = searchApi.useSearchInfiniteQuery(asked ?? NOTHING, { skip: asked === undefined });
  // The answer to an earlier question is of no use.
  useEffect(() => {
    if (asked === undefined) return undefined;
    return () => dispatch(searchApi.util.getRunningQueryThunk('search', asked))?.abort();
  }, [dispatch, asked]);
  const current = { asked, data: isCurrent ? query.currentData : undefined };
  const found = useFound(current);
  const earlier = useEarlier(current, unasked === undefined);
  return {
    unasked,
    shown: found ?? earlier,
    isEmpty: found?.results.length === 0 && !query.hasNextPage,
    isFailed: isCurrent && query.isError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
};
