// biome-ignore-all lint/a11y/useSemanticElements: a choice that is taken back by choosing it again is no <input>.

import { type Vote, votes } from '@quorum/contracts/poll/votes.ts';
import { VOTES } from '../../../data/poll/poll-words.ts';
import { rove } from '../../../shared/lib/roving.ts';
import { Mark } from '../../../shared/ui/attendance/answer-mark.tsx';

const MARKS = { yes: 'going', ifneedbe: 'maybe', no: 'cant' } as const;

export function VoteMark({ vote }: { vote: Vote | undefined }) {
  return vote === undefined ? null : <Mark of={MARKS[vote]} />;
}

/** What the marks mean. */
export function VoteLegend() {
  return (
    <p className="vote-legend" aria-hidden="true">
      {votes.map((vote) => (
        <span key={vote} className={`poll-cell--${vote}`}>
          <VoteMark vote={vote} />
          {VOTES[vote]}
        </span>
      ))}
    </p>
  );
}

export interface VoteChoiceProps {
  /** The time. */
  label: string;
  vote: Vote | undefined;
  /** Whether Tab leads here. In a grid it leads to the cell. */
  tabStop: boolean;
  /** Null takes the vote off. */
  onVote: (vote: Vote | null) => void;
}

/** Yes, if need be or no. The chosen one takes the vote off again. */
export function VoteChoice({ label, vote, tabStop, onVote }: VoteChoiceProps) {
  const stop = vote ?? 'yes';
  return (
    <span className="vote" role="radiogroup" aria-label={label}>
      {votes.map((one, index) => (
        <button
          key={one}
          type="button"
          role="radio"
          className={`vote--${one}`}
          aria-checked={vote === one}
          aria-label={VOTES[one]}
          tabIndex={tabStop && one === stop ? 0 : -1}
          onClick={() => onVote(vote === one ? null : one)}
          onKeyDown={tabStop ? (event) => rove(event, index, (at) => onVote(votes[at] ?? null)) : undefined}
        >
          <VoteMark vote={one} />
        </button>
      ))}
    </span>
  );
}
