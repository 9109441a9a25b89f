import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { createContext, type ReactNode, Suspense, useCallback, useContext, useEffect, useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { groupApi } from '../../data/group/group-api.ts';
import { useGroup } from '../../data/group/use-group.ts';
import { useScreenActions } from '../../data/screen-actions/screen-actions.ts';
import type { ScheduleViewKind } from '../../data/session/schedule-settings.tsx';
import { CalendarView } from '../../features/calendar/calendar-view.tsx';
import type { Starters } from '../../features/calendar/empty-schedule.tsx';
import { PollLines } from '../../features/calendar/polls/poll-lines.tsx';
import { CreateEventButton, CreateEventPlace, SidebarMonth } from '../../features/calendar/sidebar-calendar.tsx';
import { type Calendar, useCalendar } from '../../features/calendar/use-calendar.ts';
import type { Planned } from '../../features/calendar/wizard/draft.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { useOpenDialog } from './dialogs.ts';

const EventWizard = preloadable(() => import('../../features/calendar/wizard/event-wizard.tsx'));
const EventTimesDialog = preloadable(() => import('../../features/calendar/times/event-times-dialog.tsx'));

/** Preloaded: anything typed before its code has arrived would be lost. */
const preloadWizard = (): void => void EventWizard.preload();

const preloadDialogs = (): void => {
  preloadWizard();
  void EventTimesDialog.preload();
};

const LinkedEvent = preloadable(() => import('./linked-event.tsx'));

type Schedule = { readonly calendar: Calendar; readonly create: (planned?: Planned) => void };
const ScheduleContext = createContext<Schedule | undefined>(undefined);

export const useSchedule = (): Schedule => {
  const schedule = useContext(ScheduleContext);
  if (schedule === undefined) throw new Error('The calendar needs a ScheduleScope around it');
  return schedule;
};

interface ScheduleScopeProps {
  groupId: string;
  /** Where the schedule is, while something else is shown. */
  path?: string | undefined;
  children: ReactNode;
}

/** Wraps the sidebar and the sheet. Both show the chosen day and open the wizard. */
export function ScheduleScope({ groupId, path, children }: ScheduleScopeProps) {
  const calendar = useCalendar(groupId, path);
  const group = useGroup(groupId);
  const [creating, setCreating] = useState<{ readonly planned?: Planned | undefined }>();
  const [search, setSearch] = useSearchParams();
  // The address of a shortcut of the installed app.
  const isAsked = search.has('create');
  useEffect(() => whenIdle(preloadDialogs), []);
  return (
    <ScheduleContext value={{ calendar, create: (planned) => setCreating({ planned }) }}>
      {children}
      {(creating || isAsked) && (
        <Suspense fallback={null}>
          <EventWizard
            groupId={groupId}
            group={group}
            date={calendar.selected ?? undefined}
            planned={creating?.planned}
            onCreated={({ _id, startsAt }) => calendar.reveal(localDate(startsAt, calendar.timeZone), _id)}
            onClose={() => {
              setCreating(undefined);
              if (isAsked) setSearch({}, { replace: true });
            }}
          />
        </Suspense>
      )}
    </ScheduleContext>
  );
}

/** Shows an event in the schedule, on its day. */
export const useRevealed = (): ((eventId: string, startsAt: string) => void) => {
  const { calendar } = useSchedule();
  const { timeZone, reveal } = calendar;
  return useCallback((eventId, startsAt) => reveal(localDate(startsAt, timeZone), eventId), [timeZone, reveal]);
};

/** The address of an event leads to its day, where its card is marked. */
export function EventOfAddress() {
  const { eventId } = useParams();
  const { calendar } = useSchedule();
  if (eventId === undefined) return null;
  return (
    <Suspense fallback={null}>
      <LinkedEvent eventId={eventId} calendar={calendar} />
    </Suspense>
  );
}

type MayCreate = { readonly canCreate: boolean };
/** Undefined while unknown. */
type CanCreate = { readonly canCreate: boolean | undefined };

/** In the sidebar: the month and, with `canCreate`, the button that creates events. */
export function SidebarCalendar({ canCreate, onSelect }: CanCreate & { readonly onSelect?: () => void }) {
  const { calendar, create } = useSchedule();
  const { groupId } = calendar;
  const openDialog = useOpenDialog();
  const andShow =
    <Values extends readonly unknown[]>(change: (...values: Values) => void) =>
    (...values: Values) => {
      change(...values);
      onSelect?.();
    };
  const select = andShow(calendar.select);
  const show = (view: ScheduleViewKind) => andShow(() => calendar.setView(view));
  useScreenActions({
    createEvent: canCreate ? () => create() : undefined,
    today: andShow(() => calendar.backToToday()),
    showList: show('list'),
    showDay: show('day'),
    showWeek: show('week'),
    showMonth: show('month'),
  });
  return (
    <>
      <SidebarMonth calendar={{ ...calendar, select }} />
      {canCreate === undefined && <CreateEventPlace />}
      {canCreate === true && (
        <CreateEventButton
          onCreate={() => create()}
          onNear={preloadWizard}
          onFindTime={groupId === MY_SCHEDULE ? undefined : () => openDialog({ kind: 'poll', groupId })}
        />
      )}
    </>
  );
}

/** The arrows then lead to any day. */
const focusMonth = (): void => document.querySelector<HTMLElement>('.sidebar [role="grid"] [tabindex="0"]')?.focus();

/** On the sheet. */
export function ScheduleView({ canCreate, starters }: MayCreate & { readonly starters?: Starters | undefined }) {
  const { calendar, create } = useSchedule();
  useScreenActions({ jumpToDate: focusMonth });
  return (
    <CalendarView
      calendar={calendar}
      onCreate={canCreate ? create : undefined}
      starters={starters}
      above={useUndecided(calendar.groupId)}
      renderTimes={(event, isGone, close) => (
        <Suspense fallback={null}>
          <EventTimesDialog
            key={event._id}
            event={event}
            isGone={isGone}
            onMoved={({ _id, startsAt }) => calendar.reveal(localDate(startsAt, calendar.timeZone), _id)}
            onClose={close}
          />
        </Suspense>
      )}
    />
  );
}

/** The group's searches for a time. False until it is known whether there are any. */
const useUndecided = (groupId: string): ReactNode => {
  const openDialog = useOpenDialog();
  const group = useGroup(groupId);
  const { isLoading } = groupApi.useMyGroupsQuery(undefined, {
    selectFromResult: (groups) => ({ isLoading: groups.isLoading }),
  });
  if (group === undefined) return groupId !== MY_SCHEDULE && isLoading ? false : null;
  const { polls = [] } = group;
  if (polls.length === 0) return null;
  return <PollLines group={group} pollIds={polls} onOpen={(pollId) => openDialog({ kind: 'poll', groupId, pollId })} />;
};
