import { askedWords, flawOf, wordsOf } from '@quorum/contracts/search/words.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { groupApi } from '../../data/group/group-api.ts';
import { searchApi } from '../../data/search/search-api.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useSettledText } from '../../shared/hooks/use-settled-text.ts';

type Named = { readonly id: string; readonly name: string };

const MAX_NAMES = 8;

/** Whether every word of what is typed begins a word of the name. */
const isNamed = (name: string, typed: string): boolean => {
  const words = wordsOf(name);
  return askedWords(typed).every(({ word }) => words.some((each) => each.startsWith(word)));
};

type Wanted = { readonly filter: 'from' | 'in'; readonly name: string };

/** People whom the server finds by name. */
const useFoundPeople = (wanted: Wanted | undefined): readonly Named[] => {
  const timeZone = useTimeZone();
  const words = useSettledText(wanted?.filter === 'from' ? wanted.name : '');
  const skip = flawOf(words) !== undefined;
  const { currentData } = searchApi.useSearchInfiniteQuery({ words, kind: 'people', timeZone }, { skip });
  const results = (skip ? undefined : currentData)?.pages.flatMap((page) => page.results) ?? [];
  return results.flatMap((result) =>
    result.kind === 'person' ? { id: result.person._id, name: personName(result.person) } : [],
  );
};

/** Groups, or people, whose names match what is typed after `in:` or `from:`. People nearby are known at once. */
export const useNames = (wanted: Wanted | undefined): readonly Named[] => {
  const { data: groups = [] } = groupApi.useMyGroupsQuery();
  const others = useFoundPeople(wanted);
  if (wanted === undefined) return [];
  const nearby = groups.flatMap(({ members }) =>
    members.map(({ userId }) => ({ id: userId._id, name: personName(userId) })),
  );
  const known = wanted.filter === 'in' ? groups.map(({ _id: id, name }) => ({ id, name })) : [...nearby, ...others];
  const found = new Map(known.filter(({ name }) => isNamed(name, wanted.name)).map((each) => [each.id, each]));
  return [...found.values()].slice(0, MAX_NAMES);
};
