import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { type Outgoing, outgoingChanged, outgoingKey } from './outbox-slice.ts';

/**
 * Puts a message into the outbox, or changes it there and in what all tabs share. False when nobody is signed in.
 * `sending` is a matter of this page: in storage the message still waits, so that a reload sends it again.
 */
export const storeOutgoing =
  (outgoing: Outgoing): AppThunk<boolean> =>
  (dispatch, getState, { storage }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return false;
    const isStored =
      !lacksItsFile(outgoing) && storage.set(outgoingKey(userId, outgoing.id), JSON.stringify(atRest(outgoing)));
    dispatch(outgoingChanged(isStored ? outgoing : { ...outgoing, unstored: true }));
    return true;
  };

/** Without its bytes a file is nothing that another page could send. */
const lacksItsFile = ({ file, unstored }: Outgoing): boolean => file !== undefined && unstored === true;

const atRest = (outgoing: Outgoing): Outgoing => ({
  ...outgoing,
  state: outgoing.state === 'sending' ? 'queued' : outgoing.state,
  ...(outgoing.file && { file: { ...outgoing.file, progress: 0 } }),
});
