import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { type Upload, upload } from '../api/upload.ts';
import { changed } from '../store/changed.ts';
import type { AppThunk } from '../store/state.ts';

/** For a group that does not exist yet. Its address goes into `createGroup`. */
export const uploadGroupImage =
  (file: File): AppThunk<Upload<string>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadGroupImage', { file }));
    return { cancel, promise: promise.then(({ groupImageUrl }) => groupImageUrl) };
  };

export const uploadImageOfGroup =
  (groupId: string, file: File): AppThunk<Upload<GroupView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadImageOfGroup', { file, params: { id: groupId } }));
    return {
      cancel,
      promise: promise.then(({ group }) => {
        dispatch(changed({ name: 'ownGroupUpdated', payload: { groupId, group } }));
        return group;
      }),
    };
  };
