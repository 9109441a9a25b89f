import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { type Upload, type UploadParts, upload } from '../api/upload.ts';
import { changed } from '../store/changed.ts';
import type { AppThunk } from '../store/state.ts';

type Options = Pick<UploadParts, 'onProgress' | 'idempotencyKey'>;

/** For a group that does not exist yet. Its address goes into `createGroup`. */
export const uploadGroupImage =
  (file: File, options: Options = {}): AppThunk<Upload<string>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadGroupImage', { file, ...options }));
    return { cancel, promise: promise.then(({ groupImageUrl }) => groupImageUrl) };
  };

export const uploadImageOfGroup =
  (groupId: string, file: File, options: Options = {}): AppThunk<Upload<GroupView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadImageOfGroup', { file, params: { id: groupId }, ...options }));
    return {
      cancel,
      promise: promise.then(({ group }) => {
        dispatch(changed({ name: 'ownGroupUpdated', payload: { groupId, group } }));
        return group;
      }),
    };
  };
