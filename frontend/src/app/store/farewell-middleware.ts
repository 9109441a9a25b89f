import type { Middleware } from '@reduxjs/toolkit';
import { sessionEnded } from '../../data/session/session-slice.ts';
import { userApi } from '../../data/user/user-api.ts';

/**
 * Deleting the account ends its sessions, and the server may report that before it answers the deletion. The report is
 * ignored from the press of the button to the end of the farewell, and counts again after a failed deletion.
 */
export const farewellMiddleware: Middleware = ({ dispatch }) => {
  const { matchPending, matchRejected } = userApi.endpoints.deleteAccount;
  let leaving = false;
  let refused = false;
  return (next) => (action) => {
    if (matchPending(action)) {
      leaving = true;
      refused = false;
    } else if (matchRejected(action)) {
      leaving = false;
      const result = next(action);
      if (refused) dispatch(sessionEnded({ reason: 'refused' }));
      return result;
    } else if (sessionEnded.match(action)) {
      if (leaving && action.payload.reason === 'refused') {
        refused = true;
        return action;
      }
      leaving = false;
    }
    return next(action);
  };
};
