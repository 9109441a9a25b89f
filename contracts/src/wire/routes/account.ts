import * as auth from '../schemas/auth.ts';
import type { UserView } from '../views.ts';
import { answers, open, ownProfile, ownSession, type Route, type Success } from './route.ts';

/** The caller's own account. */
export const accountRoutes = {
  me: {
    method: 'GET',
    path: '/api/auth/me',
    service: 'query',
    permission: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  updateEmail: {
    method: 'POST',
    path: '/api/auth/update-email',
    service: 'command',
    permission: ownSession,
    body: auth.emailBody,
    answer: answers<{ user: UserView }>(),
  },
  updateName: {
    method: 'POST',
    path: '/api/auth/update-name',
    service: 'command',
    permission: ownSession,
    body: auth.nameBody,
    answer: answers<{ user: UserView }>(),
  },
  updatePhone: {
    method: 'POST',
    path: '/api/auth/update-phone',
    service: 'command',
    permission: ownProfile,
    body: auth.phoneBody,
    answer: answers<{ verificationRequired: true } | { effectiveAt: string } | { user: UserView }>(),
  },
  /** The pending change, whichever it is. */
  cancelPhoneChange: {
    method: 'DELETE',
    path: '/api/auth/phone-change',
    service: 'command',
    permission: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  /** By the link sent to the current number. */
  stopPhoneChange: {
    method: 'POST',
    path: '/api/auth/stop-phone-change',
    service: 'command',
    permission: open,
    body: auth.stopPhoneChangeBody,
    answer: answers<Success>(),
  },
  uploadProfilePicture: {
    method: 'POST',
    path: '/api/auth/upload-profile-picture',
    service: 'command',
    permission: ownSession,
    upload: 'profilePicture',
    answer: answers<{ user: UserView }>(),
  },
  completeProfile: {
    method: 'POST',
    path: '/api/auth/complete-profile',
    service: 'command',
    permission: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/auth/delete-account',
    service: 'command',
    permission: ownSession,
    answer: answers<Success>(),
  },
  downloadMyData: {
    method: 'GET',
    path: '/api/auth/my-data',
    service: 'query',
    permission: ownProfile,
    cost: 50,
    answer: answers<Blob>(),
  },
} as const satisfies { readonly [name: string]: Route };
