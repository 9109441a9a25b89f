import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Alert } from '@quorum/contracts/notification/alert.ts';
import type { FrameName, PayloadOf } from '@quorum/contracts/socket.ts';
import type { GroupNotifications } from '../preferences/use-notifications.ts';
import type { Services } from '../services/services.ts';
import type { AppDispatch, RootState } from '../store/state.ts';

/** Milliseconds. Older changes, which come after a reconnect, alert nobody. */
export const MAX_AGE_MS = 600_000;

/** The parts of the page that alerts of every kind need. */
export type AlertPage = Pick<Services, 'now' | 'sleep'> & {
  readonly dispatch: AppDispatch;
  readonly state: () => RootState;
  readonly timeZone: string;
  readonly heard: (groupId: string) => GroupNotifications;
  /** A group as it was before the change at hand. */
  readonly groupBefore: (groupId: string) => Pick<GroupView, '_id' | 'name' | 'role'> | undefined;
  /** Asks for an alert only if this tab is the one that shows it. Undefined once it has become pointless. */
  readonly show: (alert: () => Alert | undefined | Promise<Alert | undefined>) => Promise<void>;
};

/** The frames that alerts of one kind follow. @param change tells one change from another */
export type AlertHandlers = { readonly [N in FrameName]?: (payload: PayloadOf<N>, change: string) => void };
