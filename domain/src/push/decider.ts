import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';

type Subscription = Omit<DataOf<'PushSubscribed'>, 'sessionId' | 'userId'>;

/** Where a session gets alerts; `null` if it does not. */
export type Push = Subscription | null;

export type PushCommand =
  | { readonly type: 'Subscribe'; readonly to: Subscription }
  | { readonly type: 'Unsubscribe' }
  /** The browser's service no longer knows this endpoint. Another one may have replaced it. */
  | { readonly type: 'EndGone'; readonly endpoint: string };

export type PushFacts = { readonly sessionId: string; readonly userId: string };

const isSame = (push: Push, to: Subscription): boolean =>
  push !== null && (['endpoint', 'p256dh', 'auth', 'timeZone'] as const).every((field) => push[field] === to[field]);

const decide = (command: PushCommand, push: Push, { sessionId, userId }: PushFacts): Decision => {
  switch (command.type) {
    case 'Subscribe':
      return isSame(push, command.to) ? [] : [{ type: 'PushSubscribed', data: { sessionId, userId, ...command.to } }];
    case 'Unsubscribe':
      return push === null ? [] : [{ type: 'PushEnded', data: { sessionId, userId, reason: 'off' } }];
    case 'EndGone':
      return push?.endpoint === command.endpoint
        ? [{ type: 'PushEnded', data: { sessionId, userId, reason: 'gone' } }]
        : [];
  }
};

export const pushDecider: Decider<PushCommand, Push, PushFacts> = {
  initial: null,
  decide,
  evolve: (push, event) => {
    if (event.type === 'PushEnded') return null;
    if (event.type !== 'PushSubscribed') return push;
    const { endpoint, p256dh, auth, timeZone } = event.data;
    return { endpoint, p256dh, auth, timeZone };
  },
};
