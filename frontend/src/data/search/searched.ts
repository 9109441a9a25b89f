import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { type DateFilter, readQuestion, type TypedFilter } from '@quorum/contracts/search/question.ts';
import type { SearchedKind } from '@quorum/contracts/search/rules.ts';
import type { SearchTab } from '@quorum/contracts/search/wire.ts';
import { flawOf } from '@quorum/contracts/search/words.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { hasFields } from '../../shared/lib/has-fields.ts';
import type { Asked } from './search-api.ts';

/** A filter in the field, with a button that removes it. */
export type Chip =
  | { readonly filter: 'in' | 'from'; readonly id: string; readonly name: string }
  | Exclude<TypedFilter, { readonly filter: 'in' | 'from' }>;

/** A search: the typed text, its filters and the tab. */
export type Searched = { readonly typed: string; readonly chips: readonly Chip[]; readonly tab: SearchTab };

/** @param from whose messages; anybody's by default */
export const searchIn = (group: Pick<GroupView, '_id' | 'name'> | undefined, from?: PersonView): Searched => ({
  typed: '',
  chips: [
    ...(group === undefined ? [] : [{ filter: 'in', id: group._id, name: group.name } as const]),
    ...(from === undefined ? [] : [{ filter: 'from', id: from._id, name: personName(from) } as const]),
  ],
  tab: 'messages',
});

/** The search that the same account left in an entry of the history. */
export const searchedIn = (state: unknown, userId: string | undefined): Searched | undefined =>
  hasFields(state, { searched: 'object', searchedBy: 'string' }) &&
  state.searchedBy === userId &&
  hasFields(state.searched, { typed: 'string', chips: 'object', tab: 'string' })
    ? (state.searched as unknown as Searched)
    : undefined;

export const chipText = (chip: Chip): readonly [label: string, value: string] => {
  switch (chip.filter) {
    case 'in':
    case 'from':
      return [chip.filter, chip.name];
    case 'mentions':
      return ['mentions', 'me'];
    case 'has':
      return ['has', chip.kind];
    default:
      return [chip.filter, chip.date];
  }
};

const isSame = (a: Chip, b: Chip): boolean => a.filter === b.filter && chipText(a)[1] === chipText(b)[1];

/** Each filter has one value, except that a message may have several things. */
export const withChip = (chips: readonly Chip[], added: Chip): readonly Chip[] => [
  ...chips.filter((chip) => !isSame(chip, added) && (chip.filter !== added.filter || chip.filter === 'has')),
  added,
];

export const withoutChip = (chips: readonly Chip[], removed: Chip): readonly Chip[] =>
  chips.filter((chip) => !isSame(chip, removed));

/** The name that is being typed after `from:` or `in:`, up to the end of the text. */
export const nameAtEnd = (typed: string): { readonly filter: 'from' | 'in'; readonly name: string } | undefined => {
  const [, filter, name = ''] = /(?:^|\s)(from|in):"?([^"]*)$/i.exec(typed) ?? [];
  return filter === undefined ? undefined : { filter: filter.toLowerCase() as 'from' | 'in', name: name.trim() };
};

/** Without the name that is being typed. */
export const beforeName = (typed: string): string => typed.replace(/(?:from|in):"?[^"]*$/i, '');

/** A month may still get its year. */
const MAY_GO_ON = /(?:before|after|on):(?!today|yesterday)\p{L}+ $/iu;

/** Turns filters whose typing is over into chips. */
export const settled = ({ typed, chips, tab }: Searched, today: CalendarDate): Searched => {
  if (!typed.endsWith(' ') || MAY_GO_ON.test(typed) || nameAtEnd(typed)) return { typed, chips, tab };
  const { words, filters } = readQuestion(typed, today);
  const added = filters.filter((filter): filter is Chip => filter.filter !== 'in' && filter.filter !== 'from');
  return added.length === 0 ? { typed, chips, tab } : { typed: words, chips: added.reduce(withChip, chips), tab };
};

/** Turns all filters into chips. The last word is left as it is, so that it still matches as a beginning. */
export const finished = (searched: Searched, today: CalendarDate): Searched => {
  const { typed, ...rest } = settled({ ...searched, typed: `${searched.typed} ` }, today);
  return { ...rest, typed: typed.trim() };
};

/** Why a search is not sent. */
export type Unasked = 'nothing' | 'too-short' | 'too-long' | 'unknown-from' | 'unknown-in';

type Filters = Pick<Asked, 'in' | 'from' | 'mentions'> & { readonly has?: SearchedKind[] } & {
  readonly [F in DateFilter]?: string;
};

const filterOf = (chip: Chip): Filters => {
  switch (chip.filter) {
    case 'in':
      return { in: chip.id };
    case 'from':
      return { from: chip.id };
    case 'mentions':
      return { mentions: 'me' };
    case 'has':
      return { has: [chip.kind] };
    default:
      return { [chip.filter]: chip.date };
  }
};

const joined = (filters: readonly Filters[]): Filters => {
  const has = filters.flatMap((filter) => filter.has ?? []);
  return Object.assign({}, ...filters, has.length === 0 ? {} : { has }) as Filters;
};

/** The call that a search makes, or why it makes none. */
export const askedBy = (searched: Searched, today: CalendarDate, timeZone: string): Asked | Unasked => {
  const { words, filters } = readQuestion(searched.typed, today);
  const unknown = nameAtEnd(searched.typed) ?? filters.find(({ filter }) => filter === 'from' || filter === 'in');
  if (unknown !== undefined) return `unknown-${unknown.filter as 'from' | 'in'}`;
  const chips = (filters as readonly Chip[]).reduce(withChip, searched.chips);
  const flaw = words.trim() === '' ? undefined : flawOf(words);
  if (flaw !== undefined) return flaw === 'search/too-long' ? 'too-long' : 'too-short';
  if (words.trim() === '' && chips.length === 0) return 'nothing';
  // A space at the end says that the last word is complete.
  return { words, kind: searched.tab, timeZone, ...joined(chips.map(filterOf)) };
};
