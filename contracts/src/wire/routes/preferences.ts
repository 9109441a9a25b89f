import * as auth from '../schemas/auth.ts';
import * as messages from '../schemas/messages.ts';
import { answers, ownProfile, type Route, type Success } from './route.ts';

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
    permission: { access: 'profile', rule: 'readGroup' },
    body: auth.colorPreferenceBody,
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
    permission: { access: 'profile', rule: 'readGroup' },
    body: auth.pinPreferenceBody,
    answer: answers<Success>(),
  },
  readGroupUpTo: {
    method: 'POST',
    path: '/api/groups/:id/read',
    service: 'command',
    permission: { access: 'profile', rule: 'chat' },
    body: messages.readBody,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };
