import { itemOfNotice } from '@quorum/contracts/activity/items.ts';
import { entryIdOf } from '@quorum/contracts/entry/event-id.ts';
import { ALERT_DELAY_MS, type Alert } from '@quorum/contracts/notification/alert.ts';
import {
  afterChange,
  type ChangedEvent,
  eventAlert,
  openedSeat,
  UNDO_WINDOW_MS,
} from '@quorum/contracts/notification/event-alert.ts';
import { eventApi } from '../calendar-entry/event-api.ts';
import { selectListed } from '../group/use-group.ts';
import { selectUserId } from '../session/session-slice.ts';
import { type AlertHandlers, type AlertPage, MAX_AGE_MS } from './alert-page.ts';

const alertOf = (page: AlertPage, change: ChangedEvent, place: string): Alert | undefined => {
  const { groupId, person } = change;
  const group = selectListed(page.state(), groupId);
  const { eventChanges, isMuted } = page.heard(groupId);
  const isWanted = change.kind === 'seat' || eventChanges;
  // The machine may have slept, and other browsers may have shown it.
  if (page.now() - Date.parse(change.at) > MAX_AGE_MS) return undefined;
  if (group === undefined || person._id === selectUserId(page.state()) || isMuted || !isWanted) return undefined;
  return eventAlert(change, { groupName: group.name, place, timeZone: page.timeZone, now: page.now() });
};

/** A person who gave the seat up again has none. */
const seatAlert = async (page: AlertPage, eventId: string, change: string): Promise<Alert | undefined> => {
  const asked = eventApi.endpoints.event.initiate(eventId, { subscribe: false, forceRefetch: true });
  const { data: event } = await page.dispatch(asked);
  const isGoing = event?.mine?.answer === 'going' && event.mine.place === null;
  return event && isGoing
    ? alertOf(page, openedSeat(event, change, new Date(page.now()).toISOString()), '')
    : undefined;
};

/** New, moved, changed and cancelled events of groups, once they were not undone, and a seat that opened. */
export const pageEventAlerts = (page: AlertPage): AlertHandlers => {
  /** The change of each event that still needs an alert, by its id, until the time to undo it is over. */
  const changes = new Map<string, ChangedEvent>();
  /** Where events are, by their ids, as far as they have changed since. */
  const places = new Map<string, string>();

  const waitForUndo = async (change: ChangedEvent): Promise<void> => {
    const id = change.event._id;
    const left = afterChange(changes.get(id), change);
    changes.delete(id);
    if (left === undefined || page.now() - Date.parse(left.at) > MAX_AGE_MS) return;
    changes.set(id, left);
    await page.sleep(UNDO_WINDOW_MS);
    if (changes.get(id) !== left) return;
    changes.delete(id);
    await page.show(() => alertOf(page, left, places.get(id) ?? ''));
  };
  const waitForSeat = async (eventId: string, change: string): Promise<void> => {
    await page.sleep(ALERT_DELAY_MS);
    await page.show(() => seatAlert(page, eventId, change));
  };
  const drop = (isGone: (change: ChangedEvent) => boolean): void => {
    for (const [id, change] of changes) if (isGone(change)) changes.delete(id);
  };
  const dropEntry = (entryId: string): void => drop(({ event }) => entryIdOf(event._id) === entryId);
  return {
    chatNotice: ({ notice }) => {
      const item = notice && itemOfNotice(notice);
      if (item?.event !== undefined) void waitForUndo({ ...item, event: item.event });
    },
    eventUpdated: ({ eventId, event }) => void places.set(eventId, event.location),
    ownRsvpUpdated: ({ eventId, promoted }, change) => {
      if (promoted) void waitForSeat(eventId, change);
    },
    ownDatesAnswered: ({ eventId, promoted }, change) => {
      if (promoted) void waitForSeat(eventId, change);
    },
    // Moderation removes an event together with the message that announces it.
    messageDeleted: ({ messageId, isEvent }) => {
      if (!isEvent) dropEntry(messageId);
    },
    eventDeleted: ({ eventId, forGood }) => {
      if (forGood) dropEntry(eventId);
    },
    memberLeft: ({ reason, userId }) => {
      if (reason === 'account-deleted')
        drop(({ person, event }) => person._id === userId || event.creatorId === userId);
    },
  };
};
