import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { durationLabel, zoneName } from '@quorum/contracts/time/labels.ts';
import { Clock, Hourglass, MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { isApiError } from '../../../data/api/api-error.ts';
import { pollApi } from '../../../data/poll/poll-api.ts';
import { stateWords } from '../../../data/poll/poll-words.ts';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { Loaded, LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import { PlaceText } from '../../../shared/ui/page/place-text.tsx';
import { Badge } from '../../../shared/ui/people/badge.tsx';
import { BoardSkeleton } from './board-skeleton.tsx';
import { PollBoard } from './poll-board.tsx';
import { PollFoot, Tied } from './poll-foot.tsx';
import { PollForm } from './poll-form.tsx';
import { PollList } from './poll-list.tsx';
import { type Board, useBoard } from './use-board.ts';
import { VoteLegend } from './vote-choice.tsx';
import './polls.css';

export interface PollDialogProps {
  group: GroupView;
  /** Undefined to open a new one. */
  pollId: string | undefined;
  onOpened?: (pollId: string) => void;
  /** An event was made of it. */
  onEvent: (event: EventView) => void;
  onClose: () => void;
}

/** A search for a time, from its first question to the event. */
export function PollDialog({ pollId, ...others }: PollDialogProps) {
  return pollId === undefined ? <PollForm {...others} /> : <BoardDialog pollId={pollId} {...others} />;
}

type BoardDialogProps = PollDialogProps & { pollId: string };

/** The board of a poll: who can when. */
function BoardDialog({ group, pollId, onEvent, onClose }: BoardDialogProps) {
  const load = pollApi.usePollQuery({ pollId, groupId: group._id });
  const board = useBoard(pollId, load.data, group);
  const [isEditing, setEditing] = useState(false);
  useClosedWhenGone(load.error, onClose);
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={load.data?.name ?? 'Find a time'}
        className="poll-dialog"
        belowHead={board && <About board={board} />}
        foot={board?.choose && <PollFoot board={board} onEdit={() => setEditing(true)} onEvent={onEvent} />}
      >
        <Loaded
          load={load}
          skeleton={<BoardSkeleton rows={5} />}
          failed={(retry) => (
            <LoadFailed className="quiet" onRetry={retry}>
              The poll didn’t load.
            </LoadFailed>
          )}
        />
        {board && <Shown board={board} />}
      </Dialog>
      {isEditing && <Editing board={board} onClose={() => setEditing(false)} />}
    </>
  );
}

function Editing({ board, onClose }: { board: Board | undefined; onClose: () => void }) {
  return board && <PollForm group={board.group} poll={board.poll} onClose={onClose} />;
}

/** Its message was removed, or its creator’s account. */
const useClosedWhenGone = (error: unknown, onClose: () => void): void => {
  const toast = useToast();
  const isGone = isApiError(error) && error.status === 404;
  const close = useEffectEvent(() => {
    toast('This poll is no longer here', 'notice');
    onClose();
  });
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
};

const WIDE = '(min-width: 900px)';

const useIsWide = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(WIDE);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
  );

function Shown({ board }: { board: Board }) {
  const { poll, group } = board;
  return (
    <>
      {poll.description !== '' && (
        <p className="poll-about__text" dir="auto">
          {poll.description}
        </p>
      )}
      {useIsWide() ? <PollBoard board={board} /> : <PollList board={board} />}
      <VoteLegend />
      {group.memberCount === 1 && <p className="muted">Invite people to find a time with them.</p>}
      <Tied board={board} />
    </>
  );
}

/** How long, where, and in which zone times are shown. */
function About({ board: { poll, now, timeZone } }: { board: Board }) {
  const state = stateWords(poll, now, timeZone);
  const [first] = poll.options;
  const zone = (name: string) => zoneName(name, first?.startsAt ?? now);
  const [own, theirs] = [zone(timeZone), zone(poll.timeZone)];
  return (
    <div className="poll-about">
      <span>
        <Clock className="i i--sm" />
        {durationLabel(poll.duration)}
      </span>
      {poll.location !== '' && (
        <span className="cut" dir="auto">
          <MapPin className="i i--sm" />
          <PlaceText place={poll.location} />
        </span>
      )}
      <span className="poll-about__zone">
        {`Times are shown in ${own}${own === theirs ? '' : `, and in ${theirs}`}`}
      </span>
      {state !== undefined && (
        <Badge>
          <Hourglass className="i i--sm" />
          {state}
        </Badge>
      )}
    </div>
  );
}
