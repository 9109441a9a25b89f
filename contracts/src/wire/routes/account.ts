import * as auth from '../schemas/auth.ts';
import type { UserView } from '../views.ts';
import { answers, ownProfile, ownSession, type Route, type Success } from './route.ts';

/** The own account. */
export const accountRoutes = {
  me: {
    method: 'GET',
    path: '/api/auth/me',
    service: 'query',
    policy: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  updateEmail: {
    method: 'POST',
    path: '/api/auth/update-email',
    service: 'command',
    policy: ownSession,
    body: auth.emailBody,
    answer: answers<{ user: UserView }>(),
  },
  updateName: {
    method: 'POST',
    path: '/api/auth/update-name',
    service: 'command',
    policy: ownSession,
    body: auth.nameBody,
    answer: answers<{ user: UserView }>(),
  },
  updatePhone: {
    method: 'POST',
    path: '/api/auth/update-phone',
    service: 'command',
    policy: ownProfile,
    body: auth.phoneBody,
    answer: answers<{ verificationRequired: true } | { user: UserView }>(),
  },
  uploadProfilePicture: {
    method: 'POST',
    path: '/api/auth/upload-profile-picture',
    service: 'command',
    policy: ownSession,
    upload: 'profilePicture',
    answer: answers<{ user: UserView }>(),
  },
  completeProfile: {
    method: 'POST',
    path: '/api/auth/complete-profile',
    service: 'command',
    policy: ownSession,
    answer: answers<{ user: UserView }>(),
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/api/auth/delete-account',
    service: 'command',
    policy: ownSession,
    answer: answers<Success>(),
  },
  downloadMyData: {
    method: 'GET',
    path: '/api/auth/my-data',
    service: 'query',
    policy: ownProfile,
    cost: 50,
    answer: answers<Blob>(),
  },
} as const satisfies { readonly [name: string]: Route };
