import * as auth from '../schemas/auth.ts';
import type { UserView } from '../views.ts';
import { answers, open, ownSession, type Route, type Success } from './route.ts';

type Sent = { readonly userExists: boolean; readonly message: string };

/** Coming in and going out. */
export const signInRoutes = {
  login: {
    method: 'POST',
    path: '/api/auth/login',
    service: 'command',
    policy: open,
    body: auth.sendCodeBody,
    answer: answers<Sent>(),
  },
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    service: 'command',
    policy: open,
    body: auth.sendCodeBody,
    answer: answers<Sent>(),
  },
  verifyLogin: {
    method: 'POST',
    path: '/api/auth/verify-login',
    service: 'command',
    policy: open,
    body: auth.verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  verifySignup: {
    method: 'POST',
    path: '/api/auth/verify-signup',
    service: 'command',
    policy: open,
    body: auth.verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    service: 'command',
    policy: ownSession,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };
