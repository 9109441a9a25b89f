import { TIME_IN_THE_PAST } from '@quorum/contracts/time/custom-time.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { isPast } from '@quorum/contracts/time/event-timing.ts';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useIsOffline } from '../../../data/actions/use-action.ts';
import type { TimedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import { ScopeDialog } from '../repeats/scope-dialog.tsx';
import type { Calendar } from '../use-calendar.ts';
import type { Planned } from '../wizard/draft.ts';
import { QuickCreate } from './drag/quick-create.tsx';
import { type Ghost, useDrag } from './drag/use-drag.ts';
import { useMoves } from './drag/use-moves.ts';
import type { Shown } from './shown.ts';

export type DragsOf = {
  readonly calendar: Calendar;
  readonly shown: Shown;
  readonly grid: RefObject<HTMLElement | null>;
  /** The start of the minute. */
  readonly now: number;
  /** Undefined for people who may not create events here. */
  readonly onCreate: ((planned?: Planned) => void) | undefined;
};

const IN_THE_PAST = 'You can’t create an event in the past';
const NEEDS_CONNECTION = 'Changes need a connection.';

/** Its creator moves an event that is not past, one change at a time. */
const useMovable = (events: readonly TimedEvent[], sent: ReadonlyMap<string, unknown>, now: number) => {
  const viewerId = useAppSelector(selectUserId);
  return useMemo(() => {
    const own = events.filter((one) => one.event.createdBy === viewerId && !isPast(one, now) && !sent.has(one.id));
    return new Map(own.map((one) => [one.id, one]));
  }, [events, sent, viewerId, now]);
};

/** Why a drop changes nothing. */
const refusalOf = ({ kind, span, event }: Ghost, now: number): string | undefined => {
  if (span.startsAt > now) return undefined;
  if (event === undefined) return IN_THE_PAST;
  return kind === 'move' && span.startsAt !== event.startsAt ? TIME_IN_THE_PAST : undefined;
};

/** Everything that is dragged in the grid: new events, moves and lengths. */
export const useGridDrags = ({ calendar, shown, grid, now, onCreate }: DragsOf) => {
  const { timeZone, today } = calendar;
  const toast = useToast();
  const isOffline = useIsOffline();
  const [lastDrawn, setDrawn] = useState<Ghost>();
  // Without the right to create, nothing is drawn any more.
  const drawn = onCreate && lastDrawn;
  const outline = useRef<HTMLDivElement>(null);
  const moves = useMoves(shown.events, { today, timeZone });
  const movable = useMovable(moves.events, moves.sent, now);

  const onDrop = (ghost: Ghost) => {
    const refusal = refusalOf(ghost, now);
    if (refusal !== undefined) toast(refusal, 'error');
    else if (ghost.event) moves.move(ghost.event, ghost.span);
    else setDrawn(ghost);
  };
  const drag = useDrag(grid, {
    clocks: shown.clocks,
    timeZone,
    movable: (id) => movable.get(id),
    mayDraw: onCreate !== undefined && drawn === undefined,
    isRefused: () => {
      if (isOffline) toast(NEEDS_CONNECTION, 'notice');
      return isOffline;
    },
    turn: calendar.turn,
    onDrop,
  });
  useDeletion(drag.ghost, shown, drag.cancel);
  const asked = moves.asked && { kind: 'move' as const, ...moves.asked };
  return {
    events: moves.events,
    movable,
    ghost: drag.ghost ?? drawn ?? asked,
    outline,
    handlers: drag.handlers,
    drawn,
    closeDrawn: () => setDrawn(undefined),
    asked: moves.asked,
    answer: moves.answer,
  };
};

type QuestionsProps = Pick<DragsOf, 'calendar' | 'shown' | 'onCreate'> & {
  readonly drags: ReturnType<typeof useGridDrags>;
};

/** The card of a drawn event, and the question about a dropped date of a series. */
export function DragQuestions({ calendar, shown, onCreate, drags }: QuestionsProps) {
  const { drawn, asked, outline, closeDrawn } = drags;
  return (
    <>
      {drawn && onCreate && (
        <QuickCreate
          groupId={calendar.groupId}
          ghost={drawn}
          shown={shown}
          anchor={outline}
          onMore={(planned) => {
            closeDrawn();
            onCreate(planned);
          }}
          onClose={closeDrawn}
        />
      )}
      {asked && (
        <ScopeDialog
          event={asked.event.event}
          change="time"
          onChoose={drags.answer}
          onClose={() => drags.answer(undefined)}
        />
      )}
    </>
  );
}

/** Ends the drag of an event that somebody deletes. Beyond the days that are known, only the server can tell. */
const useDeletion = (ghost: Ghost | undefined, { events, isPending, aloud }: Shown, cancel: () => void): void => {
  const toast = useToast();
  const dragged = ghost?.event;
  const isDeleted =
    dragged !== undefined &&
    !isPending(localDate(dragged.startsAt, aloud.timeZone)) &&
    !events.some(({ id }) => id === dragged.id);
  const end = useEffectEvent(() => {
    cancel();
    toast('This event was deleted', 'error');
  });
  useEffect(() => {
    if (isDeleted) end();
  }, [isDeleted]);
};
