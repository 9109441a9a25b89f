import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { instant } from '../kernel/fields.ts';
import { carries, type Frames } from '../kernel/frame.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';
import type { MessageView, NoticedEvent } from '../message/wire.ts';

/** A client leaves out the kinds that it does not know. */
export type ActivityKind =
  | 'mention'
  | 'everyone'
  | 'reply'
  | 'added'
  | 'moved'
  | 'renamed'
  | 'place'
  | 'cancelled'
  | 'restored'
  | 'imported'
  | 'series'
  | 'admin'
  | 'member'
  | 'owner'
  | 'removed'
  | 'seat'
  | 'poll';

/** One thing that concerns the reader. */
export type ActivityItemView = {
  readonly _id: string;
  readonly kind: ActivityKind;
  readonly groupId: string;
  readonly at: string;
  /** Who did it. */
  readonly person: PersonView;
  /** For a mention or a reply. */
  readonly messageId?: string;
  /** The beginning of the message, with marks for those it mentions. */
  readonly text?: string;
  readonly mentions?: MessageView['mentions'];
  /** With its name at that moment. */
  readonly event?: Omit<NoticedEvent, 'oldName'>;
  /** How many events were imported. */
  readonly count?: number;
  /** For a poll whose voting has ended. */
  readonly poll?: { readonly _id: string; readonly name: string };
  /** For an event that was renamed. */
  readonly oldName?: string;
  /** Only of a group that the reader was removed from. */
  readonly groupName?: string;
};

export type ActivityView = {
  /** Newest first. */
  readonly items: readonly ActivityItemView[];
  /** At most 100. */
  readonly unread: number;
  /** An instant, or `null` before Activity was opened for the first time. */
  readonly readUpTo: string | null;
  /** The last change of each audience that the response is known to include: the person's own and those of the groups. */
  readonly sequences: Readonly<Record<string, number>>;
};

export const readActivityBody = z.object({ upTo: instant('Please say up to when') });

/** Activity: items that concern a person. */
export const activityRoutes = {
  activity: {
    method: 'GET',
    path: '/api/activity',
    service: 'query',
    permission: ownProfile,
    answer: answers<ActivityView>(),
  },
  readActivity: {
    method: 'POST',
    path: '/api/activity/read',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: readActivityBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const activityFrames = {
  /** Activity was opened. */
  activityRead: { of: [], audience: 'person', payload: carries<{ readonly upTo: string }>() },
} as const satisfies Frames;
