import { z } from 'zod';
import { id, instant, yesOrNo } from '../kernel/fields.ts';
import { carries, type Frames, type OfGroup } from '../kernel/frame.ts';
import { limits } from '../kernel/limits.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';
import { notificationLevels } from './rules.ts';

const NO_SUCH_TIME = 'Please choose a time';

const NO_SUCH_COLOR = 'Please choose one of the colors';

const colorIndex = z
  .int({ error: NO_SUCH_COLOR })
  .min(0, NO_SUCH_COLOR)
  .max(limits.colors - 1, NO_SUCH_COLOR);

/** A person's notification settings for a group. `mutedUntil` is an instant, `always`, or `null`. */
const groupNotifications = z
  .object({
    level: z.enum(notificationLevels, { error: 'Please choose all, mentions or nothing' }),
    eventChanges: yesOrNo,
    mutedUntil: z.union([instant(NO_SUCH_TIME), z.literal('always', NO_SUCH_TIME), z.null(NO_SUCH_TIME)], NO_SUCH_TIME),
  })
  .partial();

/** A person's preferences for a group. A change names only changed fields; a field that was never chosen is missing. */
const groupPreferences = groupNotifications.extend({ color: colorIndex, pinned: yesOrNo }).partial();

export type GroupPreferences = Readonly<z.infer<typeof groupPreferences>>;

/** By group. */
export type Preferences = Readonly<Record<string, GroupPreferences>>;

export const groupPreferencesBody = groupPreferences
  .extend({ groupId: id })
  .refine(({ groupId: _, ...changes }) => Object.keys(changes).length > 0, 'Nothing to change');

export const colorPreferenceBody = z.object({ groupId: id, colorIndex });

export const pinPreferenceBody = z.object({ groupId: id, isPinned: yesOrNo });

export const readBody = z.object({ messageId: id });

/**
 * One person's settings for each group, and how far they have read. The routes of colors, of pins and of notifications name some
 * of them; those of `group-preferences` name all.
 */
export const preferencesRoutes = {
  groupPreferences: {
    method: 'GET',
    path: '/api/auth/group-preferences',
    service: 'query',
    permission: ownProfile,
    answer: answers<{ preferences: Preferences }>(),
  },
  changeGroupPreferences: {
    method: 'POST',
    path: '/api/auth/group-preferences',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readGroup' },
    body: groupPreferencesBody,
    answer: answers<Success>(),
  },
  colorPreferences: {
    method: 'GET',
    path: '/api/auth/group-color-preferences',
    service: 'query',
    permission: ownProfile,
    answer: answers<{ preferences: Record<string, number> }>(),
  },
  chooseColor: {
    method: 'POST',
    path: '/api/auth/group-color-preferences',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readGroup' },
    body: colorPreferenceBody,
    answer: answers<Success>(),
  },
  pinPreferences: {
    method: 'GET',
    path: '/api/auth/group-pin-preferences',
    service: 'query',
    permission: ownProfile,
    answer: answers<{ preferences: Record<string, true> }>(),
  },
  pinGroup: {
    method: 'POST',
    path: '/api/auth/group-pin-preferences',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readGroup' },
    body: pinPreferenceBody,
    answer: answers<Success>(),
  },
  chooseNotifications: {
    method: 'PUT',
    path: '/api/notifications/groups/:id',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readGroup' },
    body: groupNotifications.refine((changes) => Object.keys(changes).length > 0, 'Nothing to change'),
    answer: answers<Success>(),
  },
  readGroupUpTo: {
    method: 'POST',
    path: '/api/groups/:id/read',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'chat' },
    body: readBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const preferencesFrames = {
  /** Holds the preferences that changed. */
  groupPreferencesUpdated: { of: [], audience: 'person', payload: carries<OfGroup & GroupPreferences>() },
  groupRead: { of: [], audience: 'person', payload: carries<OfGroup & { readonly messageId: string }>() },
} as const satisfies Frames;
