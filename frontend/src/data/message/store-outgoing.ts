import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { type Outgoing, outgoingChanged, outgoingKey } from './outbox-slice.ts';

/**
 * Puts a message into the outbox, or changes it, in the store and in the storage that all tabs share. False when nobody
 * is signed in. In storage a message that is `sending` is still waiting, so a reload sends it again.
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

/** Another page cannot send a file without its bytes. */
const lacksItsFile = ({ file, unstored }: Outgoing): boolean => file !== undefined && unstored === true;

const atRest = (outgoing: Outgoing): Outgoing => ({
  ...outgoing,
  state: outgoing.state === 'sending' ? 'queued' : outgoing.state,
  ...(outgoing.file && { file: { ...outgoing.file, progress: 0 } }),
});
