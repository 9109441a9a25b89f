import { z } from 'zod';
import { id, plainText } from '../kernel/fields.ts';
import { administrators, answers, type Route, type Success } from '../kernel/route.ts';

/** An event that a read model or a process manager could not process. Contains nothing that people wrote. */
export type ParkedEventView = {
  readonly by: 'read model' | 'process manager';
  /** The name of the read model or process manager. */
  readonly model: string;
  readonly position: string;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
  /** Number of retries. */
  readonly attempts: number;
  readonly parkedAt: string;
  /** Later events of the same stream that wait for this one. */
  readonly waiting: number;
  /** Approximate time of the next retry; `null` if it waits for an earlier event of its stream. */
  readonly nextTryAt: string | null;
};

export const signOutBody = z.object({ visitId: id });

export const changesQuery = z.object({ after: plainText(100, 'Please use the last position').default('') });

/** The admin panel itself. */
export const adminRoutes = {
  adminSignIn: {
    method: 'POST',
    path: '/api/admin/login',
    service: 'command',
    pace: 'admin',
    permission: administrators,
    session: 'starts',
    answer: answers<{ readonly visitId: string; readonly username: string; readonly token: string }>(),
  },
  adminSignOut: {
    method: 'POST',
    path: '/api/admin/logout',
    service: 'command',
    pace: 'admin',
    permission: administrators,
    session: 'ends',
    body: signOutBody,
    answer: answers<Success>(),
  },
  /** Long poll: responds when there is something newer than `after`, or after a few seconds. */
  adminChanges: {
    method: 'GET',
    path: '/api/admin/changes',
    service: 'query',
    permission: administrators,
    query: changesQuery,
    answer: answers<{ readonly position: string }>(),
  },
  parkedEvents: {
    method: 'GET',
    path: '/api/admin/parked',
    service: 'query',
    permission: administrators,
    answer: answers<{
      /** Oldest first, at most 200. */
      readonly parked: readonly ParkedEventView[];
      readonly total: number;
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };
