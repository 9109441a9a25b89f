import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { momentLabel } from '@quorum/contracts/time/labels.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { scoreWords } from '../../../data/poll/poll-words.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import { ConflictDialog } from '../conflicts/conflict-dialog.tsx';
import { useConflictCheck } from '../conflicts/use-conflict-check.ts';
import type { Board } from './use-board.ts';

/** Times of equal rank, of which somebody has to pick one. */
export function Tied({ board }: { board: Board }) {
  const { leaders, chosen, choose, now, timeZone } = board;
  if (leaders.length < 2 || choose === undefined) return null;
  return (
    <fieldset className="poll-ties">
      <legend className="visually-hidden">{tiedWords(leaders.length)}</legend>
      {leaders.map((option) => (
        <label key={option.id}>
          <input type="radio" name="tied" checked={chosen === option} onChange={() => choose(option.id)} />
          <span>
            <b>{momentLabel(option.startsAt, now, timeZone)}</b>
            <small>{scoreWords(option)}</small>
          </span>
          <Badge tone="warn">Tied</Badge>
        </label>
      ))}
    </fieldset>
  );
}

const tiedWords = (many: number): string => `${many === 2 ? 'Two' : many} times are tied. Pick one.`;

const hintOf = ({ chosen, leaders, group, now, timeZone }: Board): string => {
  if (chosen !== undefined) {
    const can = chosen.yes + chosen.ifneedbe;
    return `${momentLabel(chosen.startsAt, now, timeZone)} · ${can} of ${group.memberCount} can`;
  }
  return leaders.length > 1 ? tiedWords(leaders.length) : 'Pick a time.';
};

interface PollFootProps {
  board: Board;
  onEdit: () => void;
  onEvent: (event: EventView) => void;
}

/** Actions for the poll’s creator, the owner and admins. */
export function PollFoot({ board, onEdit, onEvent }: PollFootProps) {
  const { poll, userId, chosen } = board;
  const [isCancelling, setCancelling] = useState(false);
  const decision = useDecision(board, onEvent);
  return (
    <>
      <Button variant="ghost" onClick={() => setCancelling(true)}>
        Cancel poll
      </Button>
      {poll.createdBy === userId && (
        <Button icon={<Plus className="i i--sm" />} onClick={onEdit}>
          Add a time
        </Button>
      )}
      <span className="spacer" />
      {decision.error === undefined ? (
        <span className="poll-foot__hint">{hintOf(board)}</span>
      ) : (
        <ErrorLine>{decision.error}</ErrorLine>
      )}
      <Button
        variant="primary"
        disabled={chosen === undefined}
        busyLabel={decision.busy && 'Creating Event...'}
        onClick={decision.start}
      >
        Make it an event
      </Button>
      {decision.question}
      {isCancelling && <CancelDialog pollId={poll._id} onClose={() => setCancelling(false)} />}
    </>
  );
}

/** Makes an event of the chosen time, after asking about conflicts. */
const useDecision = ({ poll, group, chosen, timeZone }: Board, onEvent: (event: EventView) => void) => {
  const [conflicts, setConflicts] = useState<Awaited<ReturnType<ReturnType<typeof useConflictCheck>>>>();
  const check = useConflictCheck();
  const [decide] = pollApi.useDecidePollMutation();
  const { act, busy, error } = useAction(async (optionId: string) => decide({ pollId: poll._id, optionId }), {
    failed: 'Failed to create event',
    next: ({ event }) => onEvent(event),
  });
  const start = async (): Promise<void> => {
    if (chosen === undefined) return;
    const { duration, timeZone: zone } = poll;
    const found = await check({ date: chosen.date, time: chosen.time, duration, timeZone: zone });
    if (found === undefined) await act(chosen.id);
    else setConflicts(found);
  };
  const question = conflicts && chosen && (
    <ConflictDialog
      event={{
        name: poll.name,
        groupName: group.name,
        groupId: group._id,
        startsAt: Date.parse(chosen.startsAt),
        duration: poll.duration,
      }}
      conflicts={conflicts}
      kind="new"
      timeZone={timeZone}
      onCancel={() => setConflicts(undefined)}
      onConfirm={() => {
        setConflicts(undefined);
        void act(chosen.id);
      }}
    />
  );
  return { busy, error, question, start: () => void start() };
};

function CancelDialog({ pollId, onClose }: { pollId: string; onClose: () => void }) {
  const [cancel] = pollApi.useCancelPollMutation();
  const { act, busy, error } = useAction(cancel, {
    failed: 'Failed to cancel the poll. Please try again.',
    next: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void act(pollId)}
      title="Cancel poll"
      confirmLabel="Cancel poll"
      cancelLabel="Keep poll"
      cautious
      busyLabel={busy && 'Cancelling...'}
      error={error}
    >
      Voting ends for good, and no event is made of it.
    </ConfirmDialog>
  );
}
