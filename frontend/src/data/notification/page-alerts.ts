import { itemOfNotice, kindOfMessage } from '@quorum/contracts/activity/items.ts';
import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type Alert, type Concern, messageAlert, standingAlert } from '@quorum/contracts/notification/alert.ts';
import { afterChange, type ChangedEvent, eventAlert, UNDO_TIME } from '@quorum/contracts/notification/event-alert.ts';
import { isMuted } from '@quorum/contracts/preferences/muted.ts';
import type { FrameName, PayloadOf } from '@quorum/contracts/socket.ts';
import { groupApi } from '../group/group-api.ts';
import { selectListed } from '../group/use-group.ts';
import { selectReading } from '../message/reading/reading-slice.ts';
import { selectPreferences } from '../preferences/preferences-api.ts';
import type { Services } from '../services/services.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type Change, followChanges } from '../store/changes.ts';
import type { AppDispatch, RootState } from '../store/state.ts';
import { isTurnedOn } from './alerts-here.ts';
import type { BrowserAlerts } from './browser-alerts.ts';
import { notificationApi } from './notification-api.ts';

export type Store = {
  readonly dispatch: AppDispatch;
  readonly getState: () => RootState;
  readonly subscribe: (listener: () => void) => () => void;
};

/** Milliseconds. Long enough for a read mark of another browser to arrive. */
const DELAY = 5000;

/** Milliseconds. After a reconnect, older changes alert nobody. */
const MAX_AGE = 600_000;

/** A message that may still become pointless. `readUpTo`: how far the chat was read when it came. */
type Waiting = { readonly message: MessageView; readonly readUpTo: string | null | undefined };

type Handlers = { readonly [N in FrameName]?: (payload: PayloadOf<N>, change: string) => void };

/**
 * Alerts for what comes while a page is open, in a browser that takes no pushes. Every tab waits with them, and the tab that holds the
 * lock shows them, so that each shows once, even if that tab is closed meanwhile.
 */
class PageAlerts {
  readonly #store: Store;
  readonly #services: Services;
  readonly #browser: BrowserAlerts;
  readonly #timeZone: string;
  readonly #waiting = new Map<string, Waiting>();
  /** What is left to say of each event, by its id, until the time to undo it is over. */
  readonly #changes = new Map<string, ChangedEvent>();
  /** Where events are, by their ids, as far as they have changed since. */
  readonly #places = new Map<string, string>();
  /** The groups as they were before the change at hand. */
  readonly #groups = new Map<string, Pick<GroupView, '_id' | 'name' | 'role' | 'lastReadMessageId'>>();
  #showsHere = false;

  constructor(store: Store, services: Services, browser: BrowserAlerts, timeZone: string) {
    this.#store = store;
    this.#services = services;
    this.#browser = browser;
    this.#timeZone = timeZone;
  }

  start(): () => void {
    const { dispatch, subscribe } = this.#store;
    let stop = (): void => undefined;
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    void this.#services.exclusively('alerts', async () => {
      this.#showsHere = true;
      await stopped;
    });
    const unfollow = dispatch(followChanges((change) => this.#take(change)));
    const unsubscribe = subscribe(() => this.#note());
    return () => {
      unfollow();
      unsubscribe();
      stop();
    };
  }

  readonly #on: Handlers = {
    newMessage: (message) => void this.#wait(message),
    messageUpdated: (message) => {
      const known = this.#waiting.get(message._id);
      if (known !== undefined) this.#waiting.set(message._id, { ...known, message });
    },
    messageDeleted: ({ messageId }) => this.#waiting.delete(messageId),
    eventUpdated: ({ eventId, event }) => void this.#places.set(eventId, event.location),
    chatNotice: ({ notice }) => {
      const item = notice && itemOfNotice(notice);
      if (item?.event !== undefined) void this.#waitForUndo({ ...item, event: item.event });
    },
    memberLeft: ({ reason, userId }) => {
      if (reason === 'account-deleted') this.#drop(({ senderId }) => senderId._id === userId);
    },
    groupDeleted: ({ groupId }) => this.#drop((message) => message.groupId === groupId),
    groupLeft: ({ groupId, reason }, change) => {
      this.#drop((message) => message.groupId === groupId);
      if (reason === 'removed') this.#becomes('removed', groupId, change);
    },
    ownGroupUpdated: ({ groupId, group }, change) => {
      const before = this.#groups.get(groupId)?.role;
      const role = group?.role ?? 'member';
      if (before !== undefined && before !== role && role !== 'member') this.#becomes(role, groupId, change);
    },
  };

  #take({ name, payload, at }: Change): void {
    // An answer to one's own command has no place in a sequence.
    if (at === undefined) return;
    const handle = this.#on[name] as ((payload: unknown, change: string) => void) | undefined;
    handle?.(payload, `${at.audience} ${at.sequence}`);
  }

  async #wait(message: MessageView): Promise<void> {
    const { now, sleep } = this.#services;
    const userId = selectUserId(this.#state);
    const isOld = now() - Date.parse(message.createdAt) > MAX_AGE;
    if (message.isEvent || message.senderId._id === userId || isOld) return;
    const readUpTo = selectListed(this.#state, message.groupId)?.lastReadMessageId;
    this.#waiting.set(message._id, { message, readUpTo });
    await sleep(DELAY);
    const due = this.#waiting.get(message._id);
    this.#waiting.delete(message._id);
    if (due !== undefined && selectUserId(this.#state) === userId) await this.#show(this.#alertOf(due));
  }

  /** Undefined once it has become pointless. */
  #alertOf({ message, readUpTo }: Waiting): Alert | undefined {
    const { groupId } = message;
    const group = selectListed(this.#state, groupId);
    const concern = kindOfMessage(message, selectUserId(this.#state) ?? '');
    // A mark that has moved since it came covers it: marks are set at the newest message.
    const isRead = selectReading(this.#state) === groupId || group?.lastReadMessageId !== readUpTo;
    if (group === undefined || isRead || !this.#isWanted(groupId, concern)) return undefined;
    return messageAlert({ message, groupName: group.name, concern, showText: this.#showsText });
  }

  #isWanted(groupId: string, concern: Concern | undefined): boolean {
    const { level = 'all', mutedUntil } = selectPreferences(this.#state)?.[groupId] ?? {};
    const isHeard = level === 'all' || (level === 'mentions' && concern !== undefined);
    return isHeard && !isMuted(mutedUntil, this.#services.now());
  }

  async #waitForUndo(change: ChangedEvent): Promise<void> {
    const { now, sleep } = this.#services;
    const id = change.event._id;
    const left = afterChange(this.#changes.get(id), change);
    this.#changes.delete(id);
    if (left === undefined || now() - Date.parse(left.at) > MAX_AGE) return;
    this.#changes.set(id, left);
    await sleep(UNDO_TIME);
    if (this.#changes.get(id) !== left) return;
    this.#changes.delete(id);
    await this.#show(this.#alertOfChange(left));
  }

  #wantsChanges(groupId: string): boolean {
    const { eventChanges = true, mutedUntil } = selectPreferences(this.#state)?.[groupId] ?? {};
    return eventChanges && !isMuted(mutedUntil, this.#services.now());
  }

  #alertOfChange(change: ChangedEvent): Alert | undefined {
    const { groupId, person, event } = change;
    const group = selectListed(this.#state, groupId);
    const isOwn = person._id === selectUserId(this.#state);
    if (group === undefined || isOwn || !this.#wantsChanges(groupId)) return undefined;
    const place = this.#places.get(event._id) ?? '';
    const around = { groupName: group.name, place, timeZone: this.#timeZone, now: this.#services.now() };
    return eventAlert(change, around);
  }

  #becomes(standing: 'admin' | 'owner' | 'removed', groupId: string, change: string): void {
    const group = this.#groups.get(groupId);
    const { mutedUntil } = selectPreferences(this.#state)?.[groupId] ?? {};
    if (group !== undefined && !isMuted(mutedUntil, this.#services.now()))
      void this.#show(standingAlert(standing, group, change));
  }

  async #show(alert: Alert | undefined): Promise<void> {
    const isOn = this.#browser.permission() === 'granted' && this.#store.dispatch(isTurnedOn());
    if (alert === undefined || !this.#showsHere || !isOn) return;
    if (!(await this.#browser.isSubscribed())) await this.#browser.show(alert);
  }

  #drop(isMeant: (message: MessageView) => boolean): void {
    for (const [id, { message }] of this.#waiting) if (isMeant(message)) this.#waiting.delete(id);
  }

  /** Notes the groups, and closes the alerts of those that were read somewhere. */
  #note(): void {
    for (const group of groupApi.endpoints.myGroups.select()(this.#state).data ?? []) {
      const known = this.#groups.get(group._id);
      if (known !== undefined && known.lastReadMessageId !== group.lastReadMessageId)
        void this.#browser.close(group._id);
      this.#groups.set(group._id, group);
    }
  }

  /** Not before that is known. */
  get #showsText(): boolean {
    return notificationApi.endpoints.notifications.select()(this.#state).data?.settings.showText ?? false;
  }

  get #state(): RootState {
    return this.#store.getState();
  }
}

/** Shows alerts in this page. Returns a function that stops it. */
export const startPageAlerts = (
  ...given: readonly [store: Store, services: Services, browser: BrowserAlerts, timeZone: string]
): (() => void) => new PageAlerts(...given).start();
