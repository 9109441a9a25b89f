import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { yesOrNo } from '../kernel/fields.ts';
import { answers, type Route, type Success } from '../kernel/route.ts';
import type { Reminder } from '../reminder/lead-times.ts';
import type { Repeats } from '../time/repeats.ts';
import type { WallTimes } from '../time/series.ts';
import type { EventTexts } from './texts.ts';
import { afterCursor, type ChangedEvent, type EventView, groupOrPersonal, NO_SUCH_PAGE } from './wire.ts';

/** Something that the caller deleted and can restore. A date is one of a series. */
export type DeletedEventView = Pick<EventView, '_id' | 'name' | 'startsAt' | 'endsAt' | 'createdBy'> & {
  readonly kind: 'event' | 'series' | 'date';
  /** Absent for a personal event. */
  readonly groupId?: string;
  readonly deletedAt: string;
  /** For a series: its last rule, with its time and first date. */
  readonly pattern?: WallTimes & { readonly repeats: Repeats };
};

export type DeletedEventsView = {
  /** The newest deletion first. */
  readonly events: readonly DeletedEventView[];
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string;
};

/** An event, or one date of it, at one moment. Texts are null once they were erased. */
export type VersionView = Pick<EventView, 'date' | 'time' | 'timeZone' | 'duration' | 'startsAt'> &
  EventTexts<string | null> & {
    /** Null for a single event. */
    readonly repeats: Repeats | null;
    readonly seats: number | null;
    readonly guestsEach: number;
    readonly reminder: Reminder;
  };

/** The effect of one command on an event. */
export type EventChangeView = {
  /** The revision that it led to. */
  readonly revision: number;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** Null if no person did it. */
  readonly by: PersonView | null;
  readonly what: 'created' | 'changed' | 'ended' | 'deleted' | 'restored' | 'purged';
  /** The date that it was about, if it was about one date of an event that repeats. */
  readonly occurrence?: string;
  /** The first date that it reached, if it was about several. */
  readonly from?: string;
  /** Null if it was not there. */
  readonly was: VersionView | null;
  readonly now: VersionView | null;
};

export type EventHistoryView = {
  /** The newest first. */
  readonly changes: readonly EventChangeView[];
  /** `after` of the next page; absent on the last one. */
  readonly next?: number;
};

/** The caller's deleted events in a group, or in My Schedule when none is given. */
export const deletedEventsQuery = z.object({ groupId: groupOrPersonal.optional(), after: afterCursor });

/** `after`: the `next` of the page before. */
export const historyQuery = z.object({
  after: z.coerce.number({ error: NO_SUCH_PAGE }).int(NO_SUCH_PAGE).min(0, NO_SUCH_PAGE).optional(),
});

const NO_SUCH_VERSION = 'This version does not exist';

/** The version to put back. With `undo`, the one before the change that led to this revision, if that is the last one. */
export const revertBody = z.object({
  revision: z.number({ error: NO_SUCH_VERSION }).int(NO_SUCH_VERSION).min(0, NO_SUCH_VERSION),
  undo: yesOrNo.optional(),
});

/** The history of events, and the way back. */
export const undoRoutes = {
  deletedEvents: {
    method: 'GET',
    path: '/api/events/deleted',
    service: 'query',
    permission: { access: 'profile', rule: 'readSchedule' },
    query: deletedEventsQuery,
    answer: answers<DeletedEventsView>(),
  },
  /** Every change of an event; of one that repeats, of all its dates. */
  eventHistory: {
    method: 'GET',
    path: '/api/events/:id/history',
    service: 'query',
    permission: { access: 'profile', rule: 'readHistory' },
    query: historyQuery,
    answer: answers<EventHistoryView>(),
  },
  /** Puts back what was deleted within the last 30 days. */
  restoreEvent: {
    method: 'POST',
    path: '/api/events/:id/restore',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'restoreEvent' },
    answer: answers<ChangedEvent>(),
  },
  /** Makes the texts of a deleted event unreadable everywhere. */
  purgeEvent: {
    method: 'DELETE',
    path: '/api/events/:id/for-good',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changeEvent' },
    answer: answers<Success>(),
  },
  /**
   * Restores a version. Dates that have started stay as they are, and so do deleted dates. A single event that began to repeat comes
   * back as a series of one date.
   */
  revertEvent: {
    method: 'POST',
    path: '/api/events/:id/revert',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changeEvent' },
    body: revertBody,
    answer: answers<ChangedEvent>(),
  },
} as const satisfies { readonly [name: string]: Route };
