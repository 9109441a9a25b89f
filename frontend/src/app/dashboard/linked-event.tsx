import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { localDate } from '@quorum/contracts/time/days.ts';
import { useEffect, useEffectEvent } from 'react';
import { isApiError, isTemporary } from '../../data/api/api-error.ts';
import { eventApi } from '../../data/calendar-entry/event-api.ts';
import type { Calendar } from '../../features/calendar/use-calendar.ts';
import { useToast } from '../../shared/ui/overlays/toast.tsx';

type LinkedEventProps = { readonly eventId: string; readonly calendar: Calendar };

/** Leads from the address of an event to its day. */
export default function LinkedEvent({ eventId, calendar }: LinkedEventProps) {
  const { groupId, timeZone } = calendar;
  const toast = useToast();
  const { data, error, isFetching } = eventApi.useEventQuery(eventId);
  const event = groupId === MY_SCHEDULE || data?.groupId === groupId ? data : undefined;
  const lead = useEffectEvent(() => {
    if (event !== undefined) return calendar.reveal(localDate(event.startsAt, timeZone), event._id, true);
    if (isApiError(error) && isTemporary(error)) toast('The event didn’t load', 'error');
    else toast('That event is no longer here', 'notice');
    calendar.backToToday(true);
  });
  useEffect(() => {
    if (!isFetching) lead();
  }, [isFetching]);
  return null;
}
