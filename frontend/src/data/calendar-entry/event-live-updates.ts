import type { Patches } from '../api/live-updates.ts';
import { newerAnswers, withAttendance } from './attendance.ts';
import {
  belongsTo,
  type EventList,
  type EventsArgs,
  withChanged,
  withEvent,
  withGroupName,
  withoutCreator,
  withoutEvent,
  withoutGroup,
  withPerson,
  withSeries,
  withSeriesChanged,
} from './event-list.ts';
import { withDatesAnswered, withOwnDates } from './expansion.ts';

/** How changes affect a list of events. An event is taken only when it is newer than the one in the list. */
export const eventPatches: Patches<EventList, EventsArgs> = {
  eventCreated: (list, { event }, { arg }) => withEvent(list, event, belongsTo(arg, event)),
  eventUpdated: (list, { event }, { arg }) => withEvent(list, event, belongsTo(arg, event)),
  seriesUpdated: (list, { series }, { arg }) => withSeries(list, series, arg),
  attendanceUpdated: (list, change) => withChanged(list, change.eventId, (event) => withAttendance(event, change)),
  ownRsvpUpdated: (list, { eventId, mine }) => withChanged(list, eventId, (event) => newerAnswers(event, { mine })),
  datesAnswered: (list, change) =>
    withSeriesChanged(list, change.eventId, (series) => withDatesAnswered(series, change)),
  ownDatesAnswered: (list, change) => withSeriesChanged(list, change.eventId, (series) => withOwnDates(series, change)),
  eventDeleted: (list, { eventId }) => withoutEvent(list, eventId),
  groupNameUpdatedInEvents: (list, { groupId, groupName }) => withGroupName(list, groupId, groupName),
  memberUpdated: (list, { member }) => withPerson(list, member.userId),
  memberLeft: (list, { reason, userId }) => (reason === 'account-deleted' ? withoutCreator(list, userId) : list),
  groupLeft: (list, { groupId }) => withoutGroup(list, groupId),
  groupDeleted: (list, { groupId }) => withoutGroup(list, groupId),
};
