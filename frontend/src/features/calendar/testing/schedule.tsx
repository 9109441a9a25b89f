import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { useState } from 'react';
import { vi } from 'vitest';
import { storageKeys } from '../../../data/services/storage-keys.ts';
import { ScheduleSettings, type ScheduleViewKind } from '../../../data/session/schedule-settings.tsx';
import { TimeZoneContext } from '../../../shared/hooks/time-zone.ts';
import { ada, group, json, type Reply, type Sent, signedInServices } from '../../../testing/fakes.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { CalendarView } from '../calendar-view.tsx';
import type { Starters } from '../empty-schedule.tsx';
import { SidebarMonth } from '../sidebar-calendar.tsx';
import { type Calendar, useCalendar } from '../use-calendar.ts';

export const onCreate = vi.fn();
let shown: Calendar;
let setMayCreate: (mayCreate: boolean) => void;
/** Takes the right to create events away. */
export const forbidCreating = (): void => setMayCreate(false);
/** The calendar as it was drawn last. */
export const calendar = (): Calendar => shown;

type HostProps = { groupId: string; mayCreateAtFirst: boolean; starters: Starters | undefined };

function Host({ groupId, mayCreateAtFirst, starters }: HostProps) {
  const calendar = useCalendar(groupId);
  const [mayCreate, setState] = useState(mayCreateAtFirst);
  setMayCreate = setState;
  shown = calendar;
  return (
    <>
      <SidebarMonth calendar={calendar} />
      <CalendarView
        calendar={calendar}
        onCreate={mayCreate ? onCreate : undefined}
        starters={starters}
        renderTimes={() => null}
      />
    </>
  );
}

type Show = {
  groupId?: string;
  mayCreate?: boolean;
  starters?: Starters;
  answer?: (sent: Sent) => Reply | undefined;
  view?: ScheduleViewKind;
  zone?: string;
  ofGroup?: Partial<GroupView>;
};
export const show = (
  events: readonly EventView[],
  { groupId = 'group-1', mayCreate = true, starters, answer, view, zone = 'America/New_York', ofGroup }: Show = {},
) => {
  onCreate.mockClear();
  const { services, sent } = signedInServices((call) => {
    if (call.url.startsWith('/api/events')) return answer?.(call) ?? json({ events });
    if (call.url.includes('my-groups')) return json({ groups: [group('group-1', ofGroup)] });
    return json({ preferences: {} });
  });
  if (view !== undefined)
    services.storage.set(`${storageKeys.schedule}${ada._id}`, JSON.stringify({ view, firstWeekday: 0 }));
  const rendered = renderScreen(
    <TimeZoneContext value={zone}>
      <ScheduleSettings>
        <Host groupId={groupId} mayCreateAtFirst={mayCreate} starters={starters} />
      </ScheduleSettings>
    </TimeZoneContext>,
    services,
  );
  const asked = () =>
    sent
      .filter(({ url }) => url.startsWith('/api/events'))
      .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));
  const sentBy = (method: string) => sent.filter((one) => one.method === method);
  return { ...rendered, asked, sentBy, storage: services.storage };
};
