import type { AlertKinds } from './alert-kind.ts';
import { eventAlerts } from './event-alerts.ts';
import { messageAlerts } from './message-alerts.ts';
import { pollAlerts } from './poll-alerts.ts';
import { reminderAlerts } from './reminder-alerts.ts';
import { seatAlerts } from './seat-alerts.ts';
import { adminAlerts, ownerAlerts, removalAlerts } from './standing-alerts.ts';

/** Everything that people are alerted of, by the type of its event. */
export const alertKinds = {
  MessagePosted: messageAlerts,
  EntryScheduled: eventAlerts,
  EntryDetailsChanged: eventAlerts,
  EntryRescheduled: eventAlerts,
  EntryCancelled: eventAlerts,
  SeriesSet: eventAlerts,
  SeriesEnded: eventAlerts,
  OccurrenceChanged: eventAlerts,
  OccurrenceCancelled: eventAlerts,
  RsvpPromoted: seatAlerts,
  PollClosed: pollAlerts,
  RemindersSent: reminderAlerts,
  MemberRoleChanged: adminAlerts,
  OwnershipTransferred: ownerAlerts,
  MemberRemoved: removalAlerts,
} satisfies AlertKinds;
