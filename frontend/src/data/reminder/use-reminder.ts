import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { FIRST_REMINDER, type Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { useState } from 'react';
import { useToast } from '../../shared/ui/overlays/toast.tsx';
import { eventApi } from '../calendar-entry/event-api.ts';
import { selectUser, userChanged } from '../session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { reminderApi } from './reminder-api.ts';

const FAILED = 'Your reminder wasn’t saved. Try again.';

/** Shows a choice at once, and goes back if it was not saved. */
const useChoice = <C>(saved: C, save: (chosen: C) => PromiseLike<{ readonly error?: unknown }>) => {
  const toast = useToast();
  const [pending, setPending] = useState<{ readonly chosen: C; readonly before: C }>();
  const choose = async (chosen: C): Promise<void> => {
    setPending({ chosen, before: saved });
    const { error } = await save(chosen);
    if (error === undefined) return;
    setPending(undefined);
    toast(FAILED, 'error');
  };
  // Until the saved choice has been loaded.
  return { value: pending?.before === saved ? pending.chosen : saved, choose };
};

/** The reminder that the viewer gets of an event. The creator chooses for everybody; `null` means as the event's. */
export const useReminder = (event: EventView, onChanged: (revision: number) => void) => {
  const viewer = useAppSelector(selectUser);
  const [change] = eventApi.useChangeEventMutation();
  const [chooseOwn] = reminderApi.useChooseReminderMutation();
  const isCreator = viewer?._id === event.createdBy;
  const ofEvent: Reminder = event.reminder ?? 'none';
  const own = event.mine?.reminder ?? null;
  const { value, choose } = useChoice<Reminder | null>(isCreator && own === null ? ofEvent : own, async (chosen) => {
    const eventId = event.seriesId ?? event._id;
    if (!isCreator || own !== null) return chooseOwn({ eventId, groupId: event.groupId, minutes: chosen });
    const { data, error } = await change({ eventId, change: { reminder: chosen ?? 'none' } });
    if (data !== undefined) onChanged(data.event.revision);
    return { error };
  });
  return { ofEvent, value, choose, isForAll: isCreator && own === null };
};

/** Proposed by the wizard. */
export const useReminderDefault = () => {
  const user = useAppSelector(selectUser);
  const dispatch = useAppDispatch();
  const [save] = reminderApi.useChooseReminderDefaultMutation();
  const saved: Reminder = user?.reminderDefault ?? FIRST_REMINDER;
  return useChoice<Reminder>(saved, async (minutes) => {
    const answer = await save({ minutes });
    if (answer.error === undefined && user !== null) dispatch(userChanged({ ...user, reminderDefault: minutes }));
    return answer;
  });
};
