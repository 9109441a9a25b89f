import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { SearchResult } from '@quorum/contracts/search/wire.ts';
import { type AskedWord, askedWords } from '@quorum/contracts/search/words.ts';
import { counted } from '@quorum/contracts/text/counted.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { Searched } from '../../data/search/searched.ts';
import { pathOfMessage } from '../../shared/lib/addresses.ts';
import { plainKey } from '../../shared/lib/keys.ts';
import { Delayed } from '../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx';
import { MessageResult } from './message-result.tsx';
import { EventResult, GroupResult, PersonResult } from './named-results.tsx';

const SKELETONS = ['a', 'b', 'c', 'd', 'e'];

interface SearchResultsProps {
  /** Undefined while they load. */
  found: { readonly results: readonly SearchResult[]; readonly words: string } | undefined;
  searched: Searched;
  hasMore: boolean;
  /** Leads to what a person wrote. */
  onPerson: (person: PersonView) => void;
  /** Below the list. */
  children: ReactNode;
}

const NOUNS = {
  message: ['message', 'messages'],
  event: ['event', 'events'],
  person: ['person', 'people'],
  group: ['group', 'groups'],
} as const;

/** How many there are, as it is said once per search. */
const countOf = ([first, ...others]: readonly SearchResult[], hasMore: boolean): string => {
  if (first === undefined) return '';
  const [one, many] = NOUNS[first.kind];
  const count = 1 + others.length;
  const found = `${hasMore ? 'The first ' : ''}${counted(count, one, many)}`;
  return first.kind === 'message' ? `${found}, newest first` : found;
};

const idOf = (result: SearchResult): string => {
  switch (result.kind) {
    case 'message':
      return result.message._id;
    case 'event':
      return result.event._id;
    case 'person':
      return result.person._id;
    default:
      return result.group._id;
  }
};

/** A list with one tab stop. Up and Down lead from one result to the next, and show it in its chat. */
export function SearchResults({ found, searched, hasMore, onPerson, children }: SearchResultsProps) {
  const [focused, setFocused] = useState<string>();
  const visit = useVisits(found?.results ?? [], searched);
  if (found === undefined) return <LoadingResults />;
  const { results, words } = found;
  const asked: readonly AskedWord[] = askedWords(words);
  const stop = results.some((result) => idOf(result) === focused) ? focused : results[0] && idOf(results[0]);
  return (
    <>
      <p className="search__count" role="status">
        {countOf(results, hasMore)}
      </p>
      <ul className="search__list" aria-label="Results" data-keeps-focus onKeyDown={visit}>
        {results.map((result) => (
          <li key={idOf(result)} onFocus={() => setFocused(idOf(result))}>
            <Result result={result} {...{ asked, searched, onPerson }} tabIndex={idOf(result) === stop ? 0 : -1} />
          </li>
        ))}
      </ul>
      <div className="search__more">{children}</div>
      <p className="search__foot" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> visit <kbd>Enter</kbd> open <kbd>Esc</kbd> close
      </p>
    </>
  );
}

interface ResultProps {
  result: SearchResult;
  asked: readonly AskedWord[];
  searched: Searched;
  onPerson: (person: PersonView) => void;
  tabIndex: number;
}

function Result({ result, onPerson, ...shown }: ResultProps) {
  switch (result.kind) {
    case 'message':
      return <MessageResult message={result.message} {...shown} />;
    case 'event':
      return <EventResult event={result.event} {...shown} />;
    case 'person':
      return <PersonResult person={result.person} onChoose={() => onPerson(result.person)} {...shown} />;
    default:
      return <GroupResult group={result.group} {...shown} />;
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** From the first result, Up leads back to the field. */
const useVisits = (results: readonly SearchResult[], searched: Searched) => {
  const navigate = useNavigate();
  const { messageId } = useParams();
  return (event: KeyboardEvent<HTMLElement>): void => {
    const step = STEPS[plainKey(event)];
    if (step === undefined) return;
    event.preventDefault();
    const controls = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button')];
    const at = controls.indexOf(document.activeElement as HTMLElement) + step;
    if (at < 0) event.currentTarget.closest('.search')?.querySelector('input')?.focus();
    controls[at]?.focus();
    const result = results[at];
    if (result?.kind !== 'message') return;
    const { groupId, _id } = result.message;
    void navigate(pathOfMessage(groupId, _id), { replace: messageId !== undefined, state: { searched } });
  };
};

function LoadingResults() {
  return (
    <div className="search__list" aria-busy="true">
      <Delayed>
        {SKELETONS.map((key) => (
          <div key={key} className="result">
            <span className="result__top">
              <Skeleton width={24} height={24} radius="full" />
              <Skeleton width={140} />
            </span>
            <span className="result__text">
              <Skeleton width="86%" />
            </span>
          </div>
        ))}
      </Delayed>
    </div>
  );
}
