import { userView } from '@quorum/service-kit/reads/account.ts';
import { find, inField, type Loaders, named } from '../reading/shown.ts';

/** What frames show of it. */
export const accountShown = {
  user: {
    idOf: named('userId'),
    load: async ({ context }, changes) => {
      const people = await find(context, 'users', changes.map(named('userId')));
      return new Map([...people].map(([id, user]) => [id, userView(user)]));
    },
    into: inField('user'),
  },
} satisfies Partial<Loaders>;
