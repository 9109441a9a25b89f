import { z } from 'zod';
import { id, yesOrNo } from '../kernel/fields.ts';
import { limits } from '../kernel/limits.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';

const NO_SUCH_COLOR = 'Please choose one of the colors';

export const colorPreferenceBody = z.object({
  groupId: id,
  colorIndex: z
    .int({ error: NO_SUCH_COLOR })
    .min(0, NO_SUCH_COLOR)
    .max(limits.colors - 1, NO_SUCH_COLOR),
});

export const pinPreferenceBody = z.object({
  groupId: id,
  isPinned: yesOrNo,
});

export const readBody = z.object({ messageId: id });

/** One person's settings for each group: color, pin, and how far they have read. */
export const preferencesRoutes = {
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
