import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { useCallback, useMemo, useState } from 'react';
import { useGroupAccents } from '../../../data/group/accent.ts';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';
import { LoadFailed } from '../../../shared/ui/page/loaded.tsx';
import type { CardActions } from '../card/card-actions.ts';
import type { Edits } from '../card/use-edits.ts';
import type { Calendar } from '../use-calendar.ts';
import { useAttended } from '../use-schedule.ts';
import type { Planned } from '../wizard/draft.ts';
import { EventDialog } from './event-dialog.tsx';
import { dayClock } from './layout/day-clock.ts';
import { MonthView } from './month-view.tsx';
import type { Shown } from './shown.ts';
import { TimeGrid } from './time-grid.tsx';
import { type ShownEvents, useShownEvents } from './use-shown-events.ts';

export interface GridViewProps {
  calendar: Calendar;
  /** Whether My Schedule shows what the viewer cannot come to. */
  showsDeclined: boolean;
  edits: Edits;
  actions: CardActions;
  /** Undefined for people who may not create events here. */
  onCreate: ((planned?: Planned) => void) | undefined;
}

const useShown = (
  { calendar, showsDeclined }: GridViewProps,
  loaded: ShownEvents,
  open: (id: string) => void,
): Shown => {
  const { groupId, days, timeZone, today, marked } = calendar;
  const accentOf = useGroupAccents();
  const { isPending } = loaded;
  const isMine = groupId === MY_SCHEDULE;
  const events = useAttended(loaded.events, isMine && !showsDeclined);
  const clocks = useMemo(() => days.map((date) => dayClock(date, timeZone)), [days, timeZone]);
  const isThisWeek = calendar.view !== 'month' && days.includes(today);
  return useMemo<Shown>(
    () => ({
      clocks,
      events,
      isPending,
      accentOf: isMine ? (event) => accentOf(event.groupId) : () => undefined,
      aloud: { timeZone, isThisWeek, isMine },
      today,
      marked,
      open,
    }),
    [clocks, events, isPending, accentOf, isMine, timeZone, isThisWeek, today, marked, open],
  );
};

/** Day, week or month, and the card of the event that was pressed. */
export default function GridView(props: GridViewProps) {
  const { calendar, edits, actions } = props;
  const [openedId, setOpened] = useState<string>();
  const viewerId = useAppSelector(selectUserId);
  const open = useCallback((id: string) => setOpened(id), []);
  const loaded = useShownEvents(calendar);
  const shown = useShown(props, loaded, open);
  const opened = openedId === undefined ? undefined : shown.events.find(({ id }) => id === openedId);
  return (
    <>
      {loaded.failed && (
        <LoadFailed className="quiet" onRetry={loaded.retry}>
          Your schedule didn’t load. Some events may be missing here.
        </LoadFailed>
      )}
      {calendar.view === 'month' ? (
        <MonthView calendar={calendar} shown={shown} />
      ) : (
        <TimeGrid calendar={calendar} shown={shown} onCreate={props.onCreate} />
      )}
      {opened && (
        <EventDialog
          timed={opened}
          timeZone={calendar.timeZone}
          viewerId={viewerId}
          accent={shown.accentOf(opened.event)}
          edit={edits.of(opened.id)}
          actions={actions}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}
