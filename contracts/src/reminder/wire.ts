import { z } from 'zod';
import type { ChangedEvent, EventView } from '../entry/wire.ts';
import { carries, type Frames, type OfEvent } from '../kernel/frame.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';
import { reminder } from './field.ts';
import type { Reminder } from './lead-times.ts';

/** A reminder that was sent, of an event that has not started. */
export type DueReminder = { readonly event: EventView; readonly minutes: number };

/** `null`: as the event's. */
export const reminderBody = z.object({ minutes: reminder.nullable() });

export const reminderDefaultBody = z.object({ minutes: reminder });

export const reminderRoutes = {
  /** The caller's own lead time for an event and all its dates. Of a personal event it is the event's. */
  chooseReminder: {
    method: 'PUT',
    path: '/api/events/:id/reminder',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readEvent' },
    body: reminderBody,
    answer: answers<ChangedEvent>(),
  },
  /** Proposed by the wizard. */
  chooseReminderDefault: {
    method: 'POST',
    path: '/api/auth/reminder-default',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: reminderDefaultBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

type Due = OfEvent & { readonly startsAt: string; readonly minutes: number; readonly event?: EventView };

export const reminderFrames = {
  /** For a single event or a date. `event` is absent if it no longer starts then. */
  reminderDue: { of: [], also: ['dueEvent'], audience: 'person', payload: carries<Due>() },
  /** The person's own lead time for an event and all its dates; `null`: as the event's. */
  ownReminderUpdated: {
    of: [],
    audience: 'person',
    payload: carries<OfEvent & { readonly minutes: Reminder | null }>(),
  },
} as const satisfies Frames;
