import type { KeyValueStorage } from '../../services/storage.ts';
import { selectUserId } from '../../session/session-slice.ts';
import type { AppThunk } from '../../store/state.ts';
import { selectOutgoingById, storedOutbox, storeOutgoing } from './outbox-slice.ts';

/** Bytes that one account may keep over a reload: two of the largest videos, and documents besides. */
const MAX_KEPT = 250 * 2 ** 20;

const keptBytes = (storage: KeyValueStorage, userId: string): number =>
  storedOutbox(storage, userId).reduce((sum, { file }) => sum + (file?.size ?? 0), 0);

/** Keeps a file of the outbox over a reload, if there is room. */
export const keepFile =
  (id: string, file: File): AppThunk<Promise<void>> =>
  async (dispatch, getState, { storage, keptFiles, exclusively }) => {
    const userId = selectUserId(getState());
    if (userId === undefined) return;
    await exclusively(lockOf(userId), async () => {
      if (keptBytes(storage, userId) + file.size > MAX_KEPT) return;
      if (!(await keptFiles.put(userId, id, file))) return;
      const outgoing = selectOutgoingById(getState(), id);
      // The file may have been sent or removed by now, or the session may have ended.
      if (outgoing === undefined || selectUserId(getState()) !== userId) return keptFiles.remove(userId, id);
      const { unstored: _, ...kept } = outgoing;
      dispatch(storeOutgoing(kept));
    });
  };

/** Removes files without a waiting message. A page may end between the removal of the two. */
export const dropLeftFiles =
  (userId: string): AppThunk<Promise<void>> =>
  (_, __, { storage, keptFiles, exclusively }) =>
    exclusively(lockOf(userId), async () => {
      const waiting = new Set(storedOutbox(storage, userId).map(({ id }) => id));
      for (const id of await keptFiles.ids(userId)) if (!waiting.has(id)) await keptFiles.remove(userId, id);
    });

/** A file and its message are stored one after the other. No other tab may look in between. */
const lockOf = (userId: string): string => `files ${userId}`;
