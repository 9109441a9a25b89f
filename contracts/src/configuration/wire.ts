import { z } from 'zod';
import { administrators, answers, type Route } from '../kernel/route.ts';

export type ConfigurationView = {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  /** `null` while the default applies. */
  readonly updatedAt: string | null;
};

export const configBody = z.object({
  value: z.string({ error: 'Please enter a value' }).max(4096, 'Please use at most 4096 characters'),
});

/** The values that administrators may configure. */
export const configurationRoutes = {
  adminConfig: {
    method: 'GET',
    path: '/api/config/admin',
    service: 'query',
    permission: administrators,
    answer: answers<{ readonly configs: readonly ConfigurationView[] }>(),
  },
  changeConfig: {
    method: 'PUT',
    path: '/api/config/admin/:key',
    service: 'command',
    pace: 'admin',
    permission: administrators,
    body: configBody,
    answer: answers<{ readonly message: string }>(),
  },
} as const satisfies { readonly [name: string]: Route };
