import { carries, type Frames } from '../kernel/frame.ts';
import type { UserView } from './wire.ts';

type OfUser = { readonly userId: string };

export const accountFrames = {
  /** `user` is absent once the account is deleted. */
  accountUpdated: {
    of: [],
    also: ['user'],
    audience: 'person',
    payload: carries<OfUser & { readonly user?: UserView }>(),
  },
  /** A browser of the person signed in or out. */
  sessionsUpdated: { of: [], audience: 'person', payload: carries<OfUser>() },
} as const satisfies Frames;
