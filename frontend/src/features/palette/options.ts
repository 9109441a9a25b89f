import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { askedWords, wordsOf } from '@quorum/contracts/search/words.ts';
import type { LucideIcon } from 'lucide-react';

/** A place to go or a thing to do. */
export type Option = {
  /** Stays the same, so that it can be remembered. */
  readonly key: string;
  readonly name: string;
} & (
  | { readonly kind: 'group'; readonly group: GroupView }
  | { readonly kind: 'event'; readonly event: EventView }
  | { readonly kind: 'person'; readonly person: PersonView }
  | {
      readonly kind: 'action';
      readonly Icon: LucideIcon;
      /** An address, or what else it does. */
      readonly to?: string;
      readonly run?: () => void;
      readonly shortcut?: string;
    }
);

/** The options of the palette, each kind in its order. */
export type Offered = {
  readonly groups: readonly Option[];
  readonly events: readonly Option[];
  readonly people: readonly Option[];
  readonly actions: readonly Option[];
  /** About groups other than the open one. Only listed when something is typed. */
  readonly actionsElsewhere: readonly Option[];
  /** For what is typed. */
  readonly searches: readonly Option[];
  /** Further options from the server. */
  readonly moreEvents: readonly Option[];
  readonly morePeople: readonly Option[];
};

export type Listed = { readonly heading: string; readonly option: Option };

/** Options per kind, once something was typed. */
const MAX_OF_KIND = 6;
const MAX_ACTIONS = 8;
/** Where nothing was typed. */
const MAX_UNSEARCHED = 4;
const MAX_RECENT = 5;

const wordsOfOptions = new WeakMap<Option, readonly string[]>();

/** Splitting thousands of names for each key would be slow. */
const wordsIn = (option: Option): readonly string[] => {
  const known = wordsOfOptions.get(option) ?? wordsOf(option.name);
  wordsOfOptions.set(option, known);
  return known;
};

/** The first of thousands that are wanted. */
const firstOf = (options: readonly Option[], max: number, isWanted: (option: Option) => boolean): readonly Option[] => {
  const found: Option[] = [];
  for (const option of options) {
    if (found.length === max) break;
    if (isWanted(option)) found.push(option);
  }
  return found;
};

const under = (heading: string, options: readonly Option[]): readonly Listed[] =>
  options.map((option) => ({ heading, option }));

/** The last choices, then some options of each kind. */
const atFirst = (offered: Offered, recentKeys: readonly string[]): readonly Listed[] => {
  const { groups, events, people, actions } = offered;
  const all = [...groups, ...events, ...people, ...actions];
  const recent = recentKeys.flatMap((key) => all.find((option) => option.key === key) ?? []).slice(0, MAX_RECENT);
  const others = (options: readonly Option[], max: number): readonly Option[] =>
    firstOf(options, max, (option) => !recent.includes(option));
  return [
    ...under('Last used', recent),
    ...under('Groups', others(groups, MAX_UNSEARCHED)),
    ...under('Events', others(events, MAX_UNSEARCHED)),
    ...under('Actions', others(actions, Number.POSITIVE_INFINITY)),
  ];
};

/** Those of which each typed word begins a word of the name. Those from the server are last, so that nothing moves when they arrive. */
const named = (offered: Offered, typed: string): readonly Listed[] => {
  const asked = askedWords(typed);
  const isNamed = (option: Option): boolean =>
    asked.every(({ word }) => wordsIn(option).some((each) => each.startsWith(word)));
  const some = (options: readonly Option[], max = MAX_OF_KIND) => firstOf(options, max, isNamed);
  const listed = [
    ...under('Groups', some(offered.groups)),
    ...under('Events', some(offered.events)),
    ...under('People', some(offered.people)),
    ...under('Actions', [...some([...offered.actions, ...offered.actionsElsewhere], MAX_ACTIONS), ...offered.searches]),
  ];
  const known = new Set(listed.map(({ option }) => option.key));
  const unknown = (options: readonly Option[]) => options.filter(({ key }) => !known.has(key)).slice(0, MAX_OF_KIND);
  return [
    ...listed,
    ...under('More events', unknown(offered.moreEvents)),
    ...under('More people', unknown(offered.morePeople)),
  ];
};

/** The options that match the typed text. */
export const listedFor = (typed: string, offered: Offered, recentKeys: readonly string[]): readonly Listed[] =>
  askedWords(typed).length === 0 ? atFirst(offered, recentKeys) : named(offered, typed);
