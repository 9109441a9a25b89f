import { groupApi } from '../../../data/group/group-api.ts';
import { uploadImageOfGroup } from '../../../data/group/uploads.ts';
import type { AppThunk } from '../../../data/store/state.ts';
import type { Save } from './group-edits.ts';

/** Makes the calls one after another. Stops at the first failure. */
export const saveGroup =
  (groupId: string, saves: readonly Save[]): AppThunk<Promise<{ readonly error?: unknown }>> =>
  async (dispatch) => {
    try {
      for (const save of saves) await dispatch(saveOne(groupId, save));
      return {};
    } catch (error) {
      return { error };
    }
  };

const saveOne =
  (groupId: string, save: Save): AppThunk<Promise<unknown>> =>
  (dispatch) => {
    const { changeGroupDetails, changeGroupSettings, removeImageOfGroup } = groupApi.endpoints;
    switch (save.kind) {
      case 'details': {
        const { name, description } = save;
        return dispatch(changeGroupDetails.initiate({ groupId, body: { name, description } })).unwrap();
      }
      case 'settings':
        return dispatch(changeGroupSettings.initiate({ groupId, body: save.settings })).unwrap();
      case 'upload-image':
        return dispatch(uploadImageOfGroup(groupId, save.file));
      case 'remove-image':
        return dispatch(removeImageOfGroup.initiate(groupId)).unwrap();
    }
  };
