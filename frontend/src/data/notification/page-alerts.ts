import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { groupNotificationsOf, isMuted } from '@quorum/contracts/notification/group-notifications.ts';
import { groupApi } from '../group/group-api.ts';
import { selectPreferences } from '../preferences/preferences-api.ts';
import type { Services } from '../services/services.ts';
import { type Change, followChanges } from '../store/changes.ts';
import type { AppDispatch, RootState } from '../store/state.ts';
import type { AlertHandlers, AlertPage } from './alert-page.ts';
import { isTurnedOn } from './alerts-here.ts';
import type { BrowserAlerts } from './browser-alerts.ts';
import { pageEventAlerts } from './page-event-alerts.ts';
import { pageMessageAlerts } from './page-message-alerts.ts';
import { pagePollAlerts } from './page-poll-alerts.ts';
import { pageReminderAlerts } from './page-reminder-alerts.ts';
import { pageStandingAlerts } from './page-standing-alerts.ts';

export type Store = {
  readonly dispatch: AppDispatch;
  readonly getState: () => RootState;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Another kind is one more of these. */
const kinds: readonly ((page: AlertPage) => AlertHandlers)[] = [
  pageMessageAlerts,
  pageEventAlerts,
  pagePollAlerts,
  pageStandingAlerts,
  pageReminderAlerts,
];

/**
 * Shows alerts for what comes while a page is open, in a browser that takes no pushes. Every tab waits with them, and the tab that
 * holds the lock shows them, so that each shows once, even if that tab is closed. Returns a function that stops it.
 */
export const startPageAlerts = (
  { dispatch, getState, subscribe }: Store,
  { now, sleep, exclusively }: Services,
  browser: BrowserAlerts,
  timeZone: string,
): (() => void) => {
  const groups = new Map<string, GroupView>();
  let showsHere = false;
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  void exclusively('alerts', async () => {
    showsHere = true;
    await stopped;
    showsHere = false;
  });

  const show: AlertPage['show'] = async (alert) => {
    const isOn = browser.permission() === 'granted' && dispatch(isTurnedOn());
    if (!showsHere || !isOn || (await browser.isSubscribed())) return;
    const due = await alert();
    if (due !== undefined && showsHere) await browser.show(due);
  };
  const page: AlertPage = {
    now,
    sleep,
    dispatch,
    state: getState,
    timeZone,
    heard: (groupId) => {
      const chosen = groupNotificationsOf(selectPreferences(getState())?.[groupId]);
      return { ...chosen, isMuted: isMuted(chosen.mutedUntil, now()) };
    },
    groupBefore: (groupId) => groups.get(groupId),
    show,
  };
  const followed = kinds.map((handlersOf) => handlersOf(page));
  const take = ({ name, payload, at }: Change): void => {
    // An answer to one's own command has no place in a sequence.
    if (at === undefined) return;
    for (const on of followed) {
      const handle = on[name] as ((payload: unknown, change: string) => void) | undefined;
      handle?.(payload, `${at.audience} ${at.sequence}`);
    }
  };
  /** Notes the groups, and closes the alerts of those that were read somewhere. */
  const note = (): void => {
    for (const group of groupApi.endpoints.myGroups.select()(getState()).data ?? []) {
      const known = groups.get(group._id);
      if (known !== undefined && known.lastReadMessageId !== group.lastReadMessageId) void browser.close(group._id);
      groups.set(group._id, group);
    }
  };
  const unfollow = dispatch(followChanges(take));
  const unsubscribe = subscribe(note);
  return () => {
    unfollow();
    unsubscribe();
    showsHere = false;
    stop();
  };
};
