import type { KeyValueStorage } from '../services/storage.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { selectOutgoingById, storedOutbox } from './outbox-slice.ts';
import { storeOutgoing } from './store-outgoing.ts';

/** Bytes that one account may have waiting over a reload: two of the largest films, and documents beside them. */
const MOST_KEPT = 250 * 2 ** 20;

const keptBytes = (storage: KeyValueStorage, userId: string): number =>
  storedOutbox(storage, userId).reduce((sum, { file }) => sum + (file?.size ?? 0), 0);

/** Lets a file of the outbox outlast a reload, if there is room for it. */
export const keepFile =
  (id: string, file: File): AppThunk<Promise<void>> =>
  async (dispatch, getState, { storage, keptFiles, exclusively }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    await exclusively(lockOf(userId), async () => {
      if (keptBytes(storage, userId) + file.size > MOST_KEPT) return;
      if (!(await keptFiles.put(userId, id, file))) return;
      const outgoing = selectOutgoingById(getState(), id);
      // It may be out by now, or taken out, or the session may have ended.
      if (outgoing === undefined || selectUserId(getState()) !== userId) return keptFiles.remove(userId, id);
      const { unstored: _, ...kept } = outgoing;
      dispatch(storeOutgoing(kept));
    });
  };

/** Removes files that no message waits for any more: a page may end between the one and the other. */
export const dropLeftFiles =
  (userId: string): AppThunk<Promise<void>> =>
  (_, __, { storage, keptFiles, exclusively }) =>
    exclusively(lockOf(userId), async () => {
      const waiting = new Set(storedOutbox(storage, userId).map(({ id }) => id));
      for (const id of await keptFiles.ids(userId)) if (!waiting.has(id)) await keptFiles.remove(userId, id);
    });

/** A file and the message that waits for it are stored one after the other: nobody may look in between. */
const lockOf = (userId: string): string => `files ${userId}`;
