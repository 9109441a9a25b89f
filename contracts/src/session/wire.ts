import { z } from 'zod';
import type { UserView } from '../account/wire.ts';
import { phoneNumber, verificationCode } from '../kernel/fields.ts';
import { carries, type Frames, type OfUser } from '../kernel/frame.ts';
import { answers, open, ownSession, type Route, type Success } from '../kernel/route.ts';

/** A browser the person is signed in on. */
export type SessionView = {
  readonly id: string;
  /** Such as `Chrome on Windows`; empty if unknown. */
  readonly device: string;
  readonly createdAt: string;
  /** To within an hour. */
  readonly lastUsedAt: string;
  /** The session that made this request. */
  readonly current: boolean;
};

export const sendCodeBody = z.object({ phoneNumber });

export const verifyBody = z.object({ phoneNumber, verificationCode });

type Sent = { readonly userExists: boolean; readonly message: string };

/** Signing in and out. */
export const signInRoutes = {
  login: {
    method: 'POST',
    path: '/api/auth/login',
    service: 'command',
    pace: 'code',
    permission: open,
    body: sendCodeBody,
    answer: answers<Sent>(),
  },
  signup: {
    method: 'POST',
    path: '/api/auth/signup',
    service: 'command',
    pace: 'code',
    permission: open,
    body: sendCodeBody,
    answer: answers<Sent>(),
  },
  verifyLogin: {
    method: 'POST',
    path: '/api/auth/verify-login',
    service: 'command',
    pace: 'code',
    permission: open,
    session: 'starts',
    body: verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  verifySignup: {
    method: 'POST',
    path: '/api/auth/verify-signup',
    service: 'command',
    pace: 'code',
    permission: open,
    session: 'starts',
    body: verifyBody,
    answer: answers<{ token: string; user: UserView }>(),
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    session: 'ends',
    answer: answers<Success>(),
  },
  sessions: {
    method: 'GET',
    path: '/api/auth/sessions',
    service: 'query',
    permission: ownSession,
    answer: answers<{ sessions: readonly SessionView[] }>(),
  },
  /** Heartbeat of an open page, so that people can see when each browser was last used. */
  checkIn: {
    method: 'POST',
    path: '/api/auth/sessions/current/check-in',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    answer: answers<Success>(),
  },
  endSession: {
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    service: 'command',
    pace: 'once',
    permission: ownSession,
    answer: answers<Success>(),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/api/auth/sessions',
    service: 'command',
    pace: 'change',
    permission: ownSession,
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const sessionFrames = {
  /** A browser of the person signed in or out. */
  sessionsUpdated: { of: [], audience: 'person', payload: carries<OfUser>() },
} as const satisfies Frames;
