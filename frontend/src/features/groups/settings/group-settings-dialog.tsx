import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { Role } from '@quorum/contracts/kernel/permissions.ts';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { isApiError } from '../../../data/api/api-error.ts';
import { groupApi } from '../../../data/group/group-api.ts';
import { mayIn } from '../../../data/group/group-rights.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { ErrorLine } from '../../../shared/ui/feedback/error-line.tsx';
import { AlertDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/overlays/dialog.tsx';
import { useDiscardQuestion } from '../../../shared/ui/overlays/discard-question.tsx';
import { PermissionSwitches } from '../permission-switches.tsx';
import './group-settings.css';
import { DetailsFields } from './details-fields.tsx';
import {
  type EditErrors,
  editErrors,
  editedSettings,
  editsWith,
  type GroupEdits,
  isDirty,
  noEdits,
  type Save,
  savesOf,
} from './group-edits.ts';
import { InviteRows } from './invite-rows.tsx';
import { DangerZone, LeaveZone } from './leaving.tsx';
import { saveGroup } from './save-group.ts';

export const SETTINGS_REFUSED = 'Unable to access group settings at this time. Please try again later.';
export const SETTINGS_FAILED = 'Unable to load group settings. Please try again.';

export interface GroupSettingsDialogProps {
  groupId: string;
  /** The group from the list of groups, shown when the group itself cannot be loaded. */
  cached: GroupView | undefined;
  onClose: () => void;
}

/** Loads the group again. Until then, or when that fails, the known version is shown. */
export function GroupSettingsDialog({ groupId, cached, onClose }: GroupSettingsDialogProps) {
  const { currentData, error } = groupApi.useGroupQuery(groupId, { refetchOnMountOrArgChange: true });
  const group = currentData ?? cached;
  if (group !== undefined) return <GroupSettingsForm group={group} onClose={onClose} />;
  if (error === undefined) return null;
  return (
    <AlertDialog open onClose={onClose} title="Group Settings">
      {isApiError(error) && error.status === 403 ? SETTINGS_REFUSED : SETTINGS_FAILED}
    </AlertDialog>
  );
}

const standing: Readonly<Record<Role, string>> = {
  owner: 'You are the owner of this group.',
  admin: 'You are an admin of this group.',
  member: 'You are a member of this group.',
};

const useSettingsEdits = (group: GroupView) => {
  const [made, setEdits] = useState<GroupEdits>(noEdits);
  const edits = editsWith(made, mayIn(group, 'changeSettings'));
  const [errors, setErrors] = useState<EditErrors>({});
  const dispatch = useAppDispatch();
  const {
    act,
    busy: saving,
    error: failure,
    setError: setFailure,
  } = useAction((saves: readonly Save[]) => dispatch(saveGroup(group._id, saves)), {
    failed: 'Failed to update group',
    done: 'Changes saved',
    next: () => setEdits(noEdits),
  });

  const clearErrors = () => {
    setErrors({});
    setFailure(undefined);
  };
  const save = () => {
    const wrong = editErrors(edits);
    setErrors(wrong);
    setFailure(undefined);
    if (Object.keys(wrong).length === 0) void act(savesOf(group, edits));
  };
  return {
    edits,
    errors,
    failure,
    saving,
    dirty: isDirty(group, edits),
    savable: mayIn(group, 'editDetails'),
    edit: (part: GroupEdits) => {
      setEdits((last) => ({ ...last, ...part }));
      clearErrors();
    },
    discard: () => {
      setEdits(noEdits);
      clearErrors();
    },
    save,
  };
};

/** Details, invitation, permissions and the way out. Closing asks first when there are unsaved changes. */
function GroupSettingsForm({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const settings = useSettingsEdits(group);
  const { close, question } = useDiscardQuestion('changes', settings.dirty, onClose);

  return (
    <Dialog
      open
      onClose={close}
      title={group.role === 'owner' ? 'Group Settings' : 'Group Menu'}
      sub={standing[group.role]}
      className={mayIn(group, 'changeSettings') ? 'group-settings' : 'group-settings group-settings--menu'}
      busy={settings.saving}
      foot={(mayIn(group, 'editDetails') || settings.dirty) && <Foot settings={settings} />}
    >
      <div className="group-settings__cols">
        <Columns group={group} settings={settings} />
      </div>
      {settings.failure && <ErrorLine>{settings.failure}</ErrorLine>}
      {question}
    </Dialog>
  );
}

type Settings = ReturnType<typeof useSettingsEdits>;

/** Empty while there is nothing to save: the footer itself stays, and the first change moves nothing. */
function Foot({ settings: { dirty, saving, savable, discard, save } }: { settings: Settings }) {
  return (
    (dirty || saving) && (
      <>
        <span className="dirty" role="status">
          {savable ? 'Unsaved changes' : 'You can no longer save these changes.'}
        </span>
        <Button onClick={discard} disabled={saving}>
          Cancel
        </Button>
        {savable && (
          <Button variant="primary" busyLabel={saving && 'Saving...'} onClick={() => void save()}>
            Save Changes
          </Button>
        )}
      </>
    )
  );
}

function Columns({ group, settings }: { group: GroupView; settings: Settings }) {
  const { edits, errors, saving, edit } = settings;
  const mayInvite = mayIn(group, 'invite');
  const mayChange = mayIn(group, 'changeSettings');
  return (
    <>
      <div className="group-settings__col">
        <DetailsFields
          group={group}
          edits={edits}
          errors={errors}
          disabled={saving}
          editable={mayIn(group, 'editDetails')}
          onEdit={edit}
        />
        {mayInvite && mayChange && <InviteRows group={group} />}
      </div>
      <div className="group-settings__col">
        {mayChange && (
          <section>
            <h3>Permissions</h3>
            <PermissionSwitches
              settings={editedSettings(group, edits)}
              disabled={saving}
              onChange={(key, allowed) => edit({ settings: { ...edits.settings, [key]: allowed } })}
            />
          </section>
        )}
        {mayInvite && !mayChange && <InviteRows group={group} />}
        {mayIn(group, 'deleteGroup') && <DangerZone group={group} />}
        {mayIn(group, 'leaveGroup') && <LeaveZone group={group} />}
      </div>
    </>
  );
}
