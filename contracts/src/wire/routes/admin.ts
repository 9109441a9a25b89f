import type { ParkedEventView } from '../views.ts';
import { answers, type Route } from './route.ts';

/** What the platform's administrator may see and do; such calls carry the headers `username` and `password`. */
export const adminRoutes = {
  parkedEvents: {
    method: 'GET',
    path: '/api/admin/parked',
    service: 'query',
    policy: { access: 'admin' },
    cost: 5,
    answer: answers<{
      /** Oldest first, at most 200. */
      readonly parked: readonly ParkedEventView[];
      readonly total: number;
    }>(),
  },
} as const satisfies { readonly [name: string]: Route };
