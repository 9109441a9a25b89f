import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { upload } from '../api/upload.ts';
import { changed } from '../store/changes.ts';
import type { AppThunk } from '../store/state.ts';

/** For a group that does not exist yet. The address goes into `createGroup`. Rejects with an `ApiError`, as all uploads do. */
export const uploadGroupImage =
  (file: File): AppThunk<Promise<string>> =>
  async (dispatch) =>
    (await dispatch(upload('uploadGroupImage', { file })).promise).groupImageUrl;

export const uploadImageOfGroup =
  (groupId: string, file: File): AppThunk<Promise<GroupView>> =>
  async (dispatch) => {
    const { group } = await dispatch(upload('uploadImageOfGroup', { file, params: { id: groupId } })).promise;
    dispatch(changed({ name: 'ownGroupUpdated', payload: { groupId, group } }));
    return group;
  };
