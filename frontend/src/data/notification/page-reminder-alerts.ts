import { reminderAlert } from '@quorum/contracts/reminder/alert.ts';
import { isInTime } from '@quorum/contracts/reminder/lead-times.ts';
import type { AlertHandlers, AlertPage } from './alert-page.ts';

/** Reminders, which neither a level nor muting holds back. */
export const pageReminderAlerts = ({ now, timeZone, show }: AlertPage): AlertHandlers => ({
  reminderDue: ({ event, minutes }) => {
    if (event === undefined) return;
    void show(() =>
      isInTime(event.startsAt, minutes, now()) ? reminderAlert(event, minutes, { now: now(), timeZone }) : undefined,
    );
  },
});
