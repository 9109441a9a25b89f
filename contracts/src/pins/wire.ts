import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { id } from '../kernel/fields.ts';
import { carries, type Frames, type OfGroup } from '../kernel/frame.ts';
import { answers, type Route, type Success } from '../kernel/route.ts';
import type { MessageView } from '../message/wire.ts';

/** A message that is kept for the group. */
export type PinView = {
  readonly message: MessageView;
  /** Who pinned it, and when. */
  readonly by: PersonView;
  readonly at: string;
};

export const pinBody = z.object({ messageId: id });

/** Messages that a group keeps in view. */
export const pinRoutes = {
  pins: {
    method: 'GET',
    path: '/api/groups/:id/pins',
    service: 'query',
    permission: { access: 'profile', rule: 'readGroup' },
    compress: 'always',
    /** Last pinned first. */
    answer: answers<{ pins: readonly PinView[] }>(),
  },
  pinMessage: {
    method: 'POST',
    path: '/api/groups/:id/pins',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'pinMessages' },
    body: pinBody,
    answer: answers<Success>(),
  },
  unpinMessage: {
    method: 'DELETE',
    path: '/api/groups/:id/pins/:messageId',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'pinMessages' },
    answer: answers<Success>(),
  },
} as const satisfies { readonly [name: string]: Route };

type Pinned = {
  readonly count: number;
  readonly newest: PinView | null;
  readonly added?: string;
  readonly removed?: string;
};

export const pinFrames = {
  /** The last pin and how many there are, and the message that was pinned or unpinned. Pins go with their messages, without a frame. */
  pinsUpdated: { of: ['pins'], audience: 'group', payload: carries<OfGroup & Pinned>() },
} as const satisfies Frames;
