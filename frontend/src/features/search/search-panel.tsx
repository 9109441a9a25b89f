import './search.css';
import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { SearchTab } from '@quorum/contracts/search/wire.ts';
import { personName } from '@quorum/contracts/text/person-name.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useLostConnection } from '../../data/connection/use-lost-connection.ts';
import { useShownChat } from '../../data/group/use-shown-chat.ts';
import {
  type Chip,
  finished,
  type Searched,
  searchedIn,
  searchIn,
  settled,
  withChip,
  withoutChip,
} from '../../data/search/searched.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import { useAppSelector } from '../../data/store/hooks.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { focusHeading } from '../../shared/lib/focus-heading.ts';
import { putStateOfEntry, stateOfEntry } from '../../shared/lib/history-entry.ts';
import { rove } from '../../shared/lib/roving.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { SearchField } from './search-field.tsx';
import { SearchFilters } from './search-filters.tsx';
import { SearchResults } from './search-results.tsx';
import { FailedSearch, NoResults, NothingAsked, OfflineSearch } from './search-states.tsx';
import { useSearch } from './use-search.ts';

const TABS = [
  ['messages', 'Messages'],
  ['events', 'Events'],
  ['people', 'People'],
  ['groups', 'Groups'],
  ['files', 'Files'],
  ['links', 'Links'],
] as const satisfies readonly (readonly [SearchTab, string])[];

export interface SearchPanelProps {
  /** The start of a search: a text, or a person's messages. A new object whenever search is opened, also while it is open. */
  opened: { readonly wanted?: Searched | undefined; readonly from?: PersonView | undefined };
  onClose: () => void;
}

/** Milliseconds. */
const KEEP_DELAY_MS = 200;

const keep = (searched: Searched | undefined, by: string | undefined): void =>
  putStateOfEntry({ searched, searchedBy: searched && by });

/**
 * The search is kept in the present entry of the history, so that a reload shows it again. Entries that were left keep it, for
 * the same account alone.
 */
const useSearched = (opened: SearchPanelProps['opened']) => {
  const group = useShownChat();
  const userId = useAppSelector(selectUserId);
  const wanted = opened.wanted ?? (opened.from && searchIn(group, opened.from));
  const [searched, setSearched] = useState<Searched>(
    () => wanted ?? searchedIn(stateOfEntry(), userId) ?? searchIn(group),
  );
  const openAgain = useEffectEvent(() => {
    if (wanted !== undefined) setSearched(wanted);
    else if (group !== undefined) setSearched(({ tab }) => ({ ...searchIn(group), tab }));
  });
  const first = useRef(opened);
  useEffect(() => {
    if (first.current !== opened) openAgain();
    first.current = opened;
  }, [opened]);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry that is visited keeps it.
  useEffect(() => {
    // Browsers limit how often the state changes.
    const timer = setTimeout(() => keep(searched, userId), KEEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [searched, key, userId]);
  useEffect(() => () => keep(undefined, undefined), []);
  return [searched, setSearched] as const;
};

/** Search, at the right of the sheet. It stays while results are visited. */
export default function SearchPanel({ opened, onClose }: SearchPanelProps) {
  const [searched, setSearched] = useSearched(opened);
  const today = localDate(useMinute(), useTimeZone());
  const field = useRef<HTMLInputElement>(null);
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    onClose();
    if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
    else focusHeading();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it again leads back to the field.
  useEffect(() => field.current?.focus(), [opened]);
  const change = (next: Partial<Searched>) => setSearched(settled({ ...searched, ...next }, today));
  const remove = (chip: Chip) => change({ chips: withoutChip(searched.chips, chip) });
  const add = (chip: Chip) => change({ chips: withChip(searched.chips, chip) });
  return (
    <aside
      className="search"
      aria-label="Search"
      data-focus-home="input"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <SearchField
        ref={field}
        searched={searched}
        onChange={change}
        onRemove={remove}
        onFinish={() => setSearched(finished(searched, today))}
        onClose={close}
      />
      <Tabs tab={searched.tab} onChange={(tab) => change({ tab })} />
      <div role="tabpanel" className="search__panel" id="search-panel" aria-labelledby={`search-tab-${searched.tab}`}>
        <SearchFilters searched={searched} onAdd={add} />
        <Outcome
          searched={searched}
          onChange={change}
          onPerson={(person) =>
            change({
              typed: '',
              tab: 'messages',
              chips: withChip(searched.chips, { filter: 'from', id: person._id, name: personName(person) }),
            })
          }
        />
      </div>
    </aside>
  );
}

function Tabs({ tab, onChange }: { tab: SearchTab; onChange: (tab: SearchTab) => void }) {
  const choose = (index: number) => onChange(TABS[index]?.[0] ?? tab);
  return (
    <div role="tablist" aria-label="What to search" className="search__tabs">
      {TABS.map(([id, label], index) => (
        <button
          key={id}
          type="button"
          role="tab"
          className="search__tab"
          id={`search-tab-${id}`}
          aria-controls="search-panel"
          aria-selected={id === tab}
          tabIndex={id === tab ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={(event) => rove(event, index, choose)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

interface OutcomeProps {
  searched: Searched;
  onChange: (next: Partial<Searched>) => void;
  onPerson: (person: PersonView) => void;
}

function Outcome({ searched, onChange, onPerson }: OutcomeProps) {
  const { unasked, shown, isFailed, hasMore, ...search } = useSearch(searched);
  const isOffline = useLostConnection() && shown === undefined;
  if (unasked !== undefined) return <NothingAsked why={unasked} searched={searched} />;
  if (isOffline) return <OfflineSearch searched={searched} />;
  if (isFailed) return <FailedSearch onRetry={search.again} />;
  if (search.isEmpty) return <NoResults searched={searched} onChange={onChange} />;
  return (
    <SearchResults found={shown} searched={searched} hasMore={hasMore} onPerson={onPerson}>
      {hasMore && <MoreButton isLoading={search.isLoadingMore} onMore={search.more} />}
    </SearchResults>
  );
}

function MoreButton({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  return (
    <Button variant="ghost" busyLabel={isLoading && 'Loading…'} onClick={onMore}>
      Show More
    </Button>
  );
}
