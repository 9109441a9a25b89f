import { baseApi } from '../api/base-api.ts';
import { refreshGroup } from '../group/group-patches.ts';
import type { Change } from '../realtime/frames.ts';
import type { AppThunk } from '../store/state.ts';
import { eventTags } from './event-api.ts';
import { withGroupName, withoutCreator, withoutGroup, withPerson } from './event-list.ts';
import { dropEvent, patchEvents, takeEvent } from './event-patches.ts';

/**
 * Brings all loaded lists of events up to date with a change that the server pushed, without loading them again where the
 * change says what is new. Applied twice it changes nothing more.
 */
export const applyEventChange =
  (change: Change): AppThunk =>
  (dispatch) => {
    switch (change.name) {
      case 'eventCreated':
      case 'eventUpdated': {
        const { event, groupId } = change.payload;
        if (event === undefined) dispatch(baseApi.util.invalidateTags(eventTags(groupId)));
        else dispatch(takeEvent(event));
        return;
      }
      case 'eventDeleted':
        dispatch(dropEvent(change.payload.eventId));
        return;
      case 'groupNameUpdatedInEvents': {
        const { groupId } = change.payload;
        void dispatch(refreshGroup(groupId, ({ name }) => patchEvents((list) => withGroupName(list, groupId, name))));
        return;
      }
      case 'memberUpdated':
        dispatch(patchEvents((list) => withPerson(list, change.payload.member)));
        return;
      case 'memberLeft': {
        const { reason, userId } = change.payload;
        if (reason === 'account-deleted') dispatch(patchEvents((list) => withoutCreator(list, userId)));
        return;
      }
      case 'groupLeft':
      case 'groupDeleted':
        dispatch(patchEvents((list) => withoutGroup(list, change.payload.groupId)));
        return;
      case 'groupJoined':
        // Its own list may be left over from before the person was last in it.
        dispatch(baseApi.util.invalidateTags(eventTags(change.payload.groupId)));
        return;
      default:
    }
  };
