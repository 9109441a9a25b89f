import type { Vote } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView, VoterView } from '@quorum/contracts/poll/wire.ts';
import { givenName, personName } from '@quorum/contracts/text/person-name.ts';
import { monthDay, weekdayShort } from '@quorum/contracts/time/day-labels.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { momentLabel, timeLabel } from '@quorum/contracts/time/labels.ts';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { scoreWords, theirTime, VOTES } from '../../../data/poll/poll-words.ts';
import { avatarOf } from '../../../data/user/person-label.ts';
import { classNames } from '../../../shared/lib/class-names.ts';
import { plainKey } from '../../../shared/lib/keys.ts';
import { Delayed } from '../../../shared/ui/feedback/delayed.tsx';
import { Skeleton } from '../../../shared/ui/feedback/skeleton.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { NextPage } from '../../../shared/ui/page/next-page.tsx';
import { Avatar } from '../../../shared/ui/people/avatar.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import { type Board, canVoteFor, isOver } from './use-board.ts';
import { VoteChoice, VoteMark } from './vote-choice.tsx';

/** The one cell that Tab leads to. */
const StopContext = createContext<readonly [stop: string | undefined, moveTo: (cell: string) => void]>([
  undefined,
  () => undefined,
]);

const MOVES: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, Number.NEGATIVE_INFINITY],
  End: [0, Number.POSITIVE_INFINITY],
};

/** The cell so many rows and columns away, or the last one in that direction. */
const cellFrom = (cell: Element, rows: number, columns: number): Element | undefined => {
  const lines = [...(cell.closest('table')?.querySelectorAll('tr') ?? [])]
    .map((row) => [...row.querySelectorAll('[data-cell]')])
    .filter((line) => line.length > 0);
  const at = lines.findIndex((line) => line.includes(cell));
  const line = lines[at + rows] ?? lines[at] ?? [];
  const column = (lines[at]?.indexOf(cell) ?? 0) + columns;
  return line[Math.min(Math.max(column, 0), line.length - 1)];
};

/** The arrows move within the grid, and Home and End within a row. */
const moveFocus = (event: KeyboardEvent<HTMLTableElement>): void => {
  const move = MOVES[plainKey(event)];
  const cell = event.target instanceof Element ? event.target.closest('[data-cell]') : null;
  if (move === undefined || cell === null) return;
  event.preventDefault();
  const next = cellFrom(cell, ...move);
  if (next instanceof HTMLElement) next.focus();
};

/** Properties of a grid's cell: it has the focus itself, unless all of it is one button. */
const useCell = (id: string) => {
  const [stop, moveTo] = useContext(StopContext);
  return { 'data-cell': '', tabIndex: stop === id ? 0 : -1, onFocus: () => moveTo(id) };
};

/** Columns of times and rows of members, one’s own first. */
export function PollBoard({ board }: { board: Board }) {
  const { poll } = board;
  const [visited, moveTo] = useState<string>();
  // The time of the cell may have been taken off since.
  const stop = poll.options.some(({ id }) => visited?.endsWith(id)) ? visited : `own ${poll.options[0]?.id}`;
  return (
    <div className="poll-board" data-columns={poll.options.length}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is a table whose cells are reached by arrows. */}
      <table role="grid" aria-label={`Times for ${poll.name}`} onKeyDown={moveFocus}>
        <StopContext value={[stop, moveTo]}>
          <thead>
            <tr>
              <td />
              {poll.options.map((option) => (
                <Head key={option.id} board={board} option={option} />
              ))}
            </tr>
          </thead>
          <tbody>
            <Scores board={board} />
            <OwnRow board={board} />
            <Rows board={board} />
          </tbody>
        </StopContext>
      </table>
    </div>
  );
}

type HeadProps = { readonly board: Board; readonly option: OptionView };

function Head({ board, option }: HeadProps) {
  const { chosen, choose, now } = board;
  const isPassed = isOver(option, now);
  const isChoice = choose !== undefined && !isPassed;
  const cell = useCell(`head ${option.id}`);
  const time = <Time board={board} option={option} />;
  return (
    <th
      scope="col"
      className={classNames(chosen === option && 'is-top', isPassed && 'is-past')}
      {...(isChoice ? {} : cell)}
    >
      {isChoice ? (
        <button type="button" aria-pressed={chosen === option} onClick={() => choose(option.id)} {...cell}>
          {time}
        </button>
      ) : (
        time
      )}
    </th>
  );
}

function Time({ board: { poll, timeZone, leaders }, option }: HeadProps) {
  const there = theirTime(option, poll, timeZone);
  const date = localDate(option.startsAt, timeZone);
  return (
    <>
      <small>{weekdayShort(date)}</small>
      <b>{monthDay(date)}</b>
      <span>{timeLabel(option.startsAt, timeZone)}</span>
      {there !== undefined && <small>{there}</small>}
      {leaders.length > 1 && leaders.includes(option) && <em>Tied</em>}
    </>
  );
}

function Scores({ board: { poll, leaders, group } }: { board: Board }) {
  const [best, other] = leaders;
  return (
    <tr className="poll-board__scores">
      <th scope="row">{`${poll.answered} of ${group.memberCount} voted`}</th>
      {poll.options.map((option) => {
        const isBest = option === best && other === undefined;
        return (
          <td key={option.id} className={classNames('poll-score', isBest && 'is-top')}>
            {isBest && <span>Best so far</span>}
            {scoreWords(option)}
          </td>
        );
      })}
    </tr>
  );
}

const said = (vote: Vote | undefined): string => (vote === undefined ? 'no vote' : VOTES[vote].toLowerCase());

const KEYS: Readonly<Record<string, Vote | null>> = { y: 'yes', i: 'ifneedbe', n: 'no', Delete: null };

function OwnRow({ board }: { board: Board }) {
  return (
    <tr className="poll-board__own">
      <th scope="row">
        {board.user && <Avatar size={28} {...avatarOf(board.user)} />}
        <span>You</span>
      </th>
      {board.poll.options.map((option) => (
        <OwnCell key={option.id} board={board} option={option} />
      ))}
    </tr>
  );
}

/** Y, I, N and Delete vote. */
function OwnCell({ board, option }: { board: Board; option: OptionView }) {
  const { poll, now, timeZone, vote, ownEvents } = board;
  const own = poll.mine?.[option.id];
  const when = momentLabel(option.startsAt, now, timeZone);
  const busy = ownEvents.get(option.id);
  const isOpen = canVoteFor(poll, option, now);
  const onKeyDown = (event: KeyboardEvent) => {
    const key = plainKey(event);
    const chosen = KEYS[key.length === 1 ? key.toLowerCase() : key];
    if (chosen === undefined || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    vote(option.id, chosen);
  };
  return (
    <td
      className="poll-cell poll-cell--own"
      aria-label={`${when}. You: ${said(own)}.${busy === undefined ? '' : ` You have ${busy}.`}`}
      onKeyDown={onKeyDown}
      {...useCell(`own ${option.id}`)}
    >
      {isOpen ? (
        <VoteChoice label={when} vote={own} tabStop={false} onVote={(chosen) => vote(option.id, chosen)} />
      ) : (
        <VoteMark vote={own} />
      )}
      {busy !== undefined && (
        <small className="cut" dir="auto" title={busy}>
          You have {busy}
        </small>
      )}
    </td>
  );
}

/** A page of the members, and the next one once it is asked for. */
function Rows({ board, after }: { board: Board; after?: string }) {
  const { poll, group, userId } = board;
  const load = pollApi.useVotersQuery({ pollId: poll._id, groupId: group._id, ...(after && { after }) });
  const wide = (content: ReactNode) => (
    <tr>
      <td colSpan={poll.options.length + 1}>{content}</td>
    </tr>
  );
  const isFirst = after === undefined;
  return (
    <>
      {isFirst && load.data === undefined && load.error === undefined && <RowsToCome board={board} />}
      <Loaded
        load={load}
        skeleton={!isFirst && wide(<BoardSkeleton rows={3} />)}
        failed={(retry) =>
          wide(
            <LoadFailed className="quiet" onRetry={retry}>
              The votes didn’t load.
            </LoadFailed>,
          )
        }
      >
        {({ votes, next }) => (
          <>
            {votes.flatMap((voter) =>
              voter.user._id === userId ? [] : [<VoterRow key={voter.user._id} board={board} voter={voter} />],
            )}
            {next !== null && <NextPage page={() => <Rows board={board} after={next} />} around={wide} />}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Rows that a board holds free at most while it loads its votes. */
const MOST_TO_COME = 10;

/** A row for each of the others from the start, so that the board keeps its height when their votes come. */
function RowsToCome({ board: { group, poll } }: { board: Board }) {
  const others = Array.from({ length: Math.min(group.memberCount - 1, MOST_TO_COME) }, (_, row) => row);
  return others.map((row) => (
    <tr key={row} aria-busy="true">
      <td className="poll-cell" colSpan={poll.options.length + 1}>
        <Delayed>
          <Skeleton height={42} radius={10} />
        </Delayed>
      </td>
    </tr>
  ));
}

function VoterRow({ board, voter: { user, votes } }: { board: Board; voter: VoterView }) {
  return (
    <tr>
      <th scope="row">
        <Avatar size={28} {...avatarOf(user)} />
        <span className="cut" dir="auto" title={personName(user)}>
          {personName(user)}
        </span>
      </th>
      {board.poll.options.map((option) => (
        <VoterCell key={option.id} board={board} option={option} user={user} vote={votes[option.id]} />
      ))}
    </tr>
  );
}

type VoterCellProps = {
  readonly board: Board;
  readonly option: PollView['options'][number];
  readonly user: VoterView['user'];
  readonly vote: Vote | undefined;
};

function VoterCell({ board: { now, timeZone }, option, user, vote }: VoterCellProps) {
  return (
    <td
      className={classNames('poll-cell', `poll-cell--${vote ?? 'none'}`)}
      aria-label={`${momentLabel(option.startsAt, now, timeZone)}. ${givenName(user)}: ${said(vote)}.`}
      {...useCell(`${user._id} ${option.id}`)}
    >
      <VoteMark vote={vote} />
    </td>
  );
}
