import { createContext, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { useGroup } from '../../entities/group/use-group.ts';
import { CalendarView } from '../../features/calendar/calendar-view.tsx';
import { CreateEventButton } from '../../features/calendar/create-event-button.tsx';
import { SidebarMonth } from '../../features/calendar/sidebar-month.tsx';
import { type Calendar, useCalendar } from '../../features/calendar/use-calendar.ts';
import { preloadable } from '../../shared/lib/preloadable.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';

const EventWizard = preloadable(() => import('../../features/event-wizard/event-wizard.tsx'));
const EventTimesDialog = preloadable(() => import('../../features/event-times/event-times-dialog.tsx'));

const preloadDialogs = (): void => {
  EventWizard.preload();
  EventTimesDialog.preload();
};

type Schedule = { readonly calendar: Calendar; readonly create: () => void };
const ScheduleContext = createContext<Schedule | undefined>(undefined);

const useSchedule = (): Schedule => {
  const schedule = useContext(ScheduleContext);
  if (schedule === undefined) throw new Error('The calendar needs a ScheduleScope around it');
  return schedule;
};

/** Around the sidebar and the sheet: the chosen day that both show, and the wizard that both open. */
export function ScheduleScope({ groupId, children }: { groupId: string; children: ReactNode }) {
  const calendar = useCalendar(groupId);
  const group = useGroup(groupId);
  const [creating, setCreating] = useState(false);
  useEffect(() => whenIdle(preloadDialogs), []);
  return (
    <ScheduleContext value={{ calendar, create: () => setCreating(true) }}>
      {children}
      {creating && (
        <Suspense fallback={null}>
          <EventWizard groupId={groupId} group={group} onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </ScheduleContext>
  );
}

type MayCreate = { readonly canCreate: boolean };

/** In the sidebar: the month and, where `canCreate`, the button that creates events. */
export function SidebarCalendar({ canCreate, onSelect }: MayCreate & { readonly onSelect?: () => void }) {
  const { calendar, create } = useSchedule();
  const select = (date: string) => {
    calendar.select(date);
    onSelect?.();
  };
  return (
    <>
      <SidebarMonth calendar={{ ...calendar, select }} />
      {canCreate && <CreateEventButton onCreate={create} />}
    </>
  );
}

/** On the sheet. */
export function ScheduleView({ canCreate }: MayCreate) {
  const { calendar, create } = useSchedule();
  return (
    <CalendarView
      calendar={calendar}
      onCreate={canCreate ? create : undefined}
      renderTimes={(event, close) => (
        <Suspense fallback={null}>
          <EventTimesDialog key={event._id} event={event} onClose={close} />
        </Suspense>
      )}
    />
  );
}
