import { localDate } from '@quorum/contracts/time/days.ts';
import { RefreshCw, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import { chipText, finished, nameAtEnd, type Searched, type Unasked, withoutChip } from '../../data/search/searched.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { pathOfGroup } from '../../shared/lib/addresses.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { useNames } from './use-names.ts';

const REASONS: Readonly<Record<Unasked, string | undefined>> = {
  nothing: undefined,
  'too-short': 'Type at least 2 letters.',
  'too-long': 'This search is too long.',
  'unknown-from': 'Nobody here is called that',
  'unknown-in': 'You have no group called that',
};

const WAYS = [
  ['from:', 'who wrote it'],
  ['in:', 'one group'],
  ['has:', 'link, image, video, file, event'],
  ['on: before: after:', 'a day, “yesterday”, “May 2026”'],
  ['mentions:me', 'what names you'],
] as const;

/** Why nothing is asked, and how to ask. */
export function NothingAsked({ why, searched }: { why: Unasked; searched: Searched }) {
  const names = useNames(nameAtEnd(searched.typed));
  const isOffered = why.startsWith('unknown') && names.length > 0;
  const reason = isOffered ? undefined : REASONS[why];
  return (
    <div className="search__state">
      {reason !== undefined && (
        <p className={why.startsWith('unknown') ? 'search__hint is-unknown' : 'search__hint'} role="status">
          {reason}
        </p>
      )}
      <dl className="search__help">
        {WAYS.map(([filter, what]) => (
          <div key={filter}>
            <dt>{filter}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The search in words, where nothing was found. */
const textOf = ({ typed, chips }: Searched): string =>
  typed.trim() || chips.map((chip) => chipText(chip).join(': ')).join(', ');

/** `Search without a filter, or try fewer words.` */
const hintFor = (filters: number, words: number): string => {
  const ways = [
    filters > 0 && 'search without a filter',
    words > 0 && (words > 1 ? 'try fewer words' : 'try another word'),
  ];
  const hint = ways.filter((way) => way !== false).join(', or ');
  return `${hint.charAt(0).toUpperCase()}${hint.slice(1)}.`;
};

/** Words of which one alone may be found. */
const MAX_WORDS = 3;

/** Buttons that widen the search: without one filter, or with one word alone. */
export function NoResults({ searched, onChange }: { searched: Searched; onChange: (next: Partial<Searched>) => void }) {
  const today = localDate(useMinute(), useTimeZone());
  const { typed, chips } = finished(searched, today);
  const words = typed.split(/\s+/).filter(Boolean);
  return (
    <div className="search__state">
      <div className="empty" role="status">
        <h2 dir="auto">No results for “{textOf(searched)}”</h2>
        <p>{hintFor(chips.length, words.length)}</p>
      </div>
      <div className="search__ways">
        {chips.map((chip) => (
          <Button
            key={chipText(chip).join()}
            size="sm"
            icon={<X className="i i--sm" />}
            aria-label={`Remove ${chipText(chip).join(' ')}`}
            onClick={() => onChange({ typed, chips: withoutChip(chips, chip) })}
          >
            {chipText(chip).join(': ')}
          </Button>
        ))}
        {words.length > 1 &&
          words.slice(0, MAX_WORDS).map((word) => (
            <Button key={word} size="sm" onClick={() => onChange({ typed: word, chips })}>
              Only “{word}”
            </Button>
          ))}
      </div>
    </div>
  );
}

export function FailedSearch({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="search__state">
      <div className="empty" role="status">
        <h2>Search didn’t work</h2>
        <Button icon={<RefreshCw className="i" />} onClick={onRetry}>
          Try Again
        </Button>
      </div>
    </div>
  );
}

/** Groups and people that this browser knows. */
export function OfflineSearch({ searched }: { searched: Searched }) {
  const groups = useNames({ filter: 'in', name: searched.typed });
  const people = useNames({ filter: 'from', name: searched.typed });
  return (
    <>
      <p className="search__note" role="status">
        Search needs a connection. People and groups you have open still show up.
      </p>
      <ul className="search__list">
        {groups.map(({ id, name }) => (
          <li key={id}>
            <Link className="search__known" to={pathOfGroup(id)} dir="auto">
              {name}
            </Link>
          </li>
        ))}
        {people.map(({ id, name }) => (
          <li key={id} className="search__known" dir="auto">
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}
