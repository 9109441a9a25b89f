import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { isApiError } from '../../../data/api/api-error.ts';
import { useGroupQuery } from '../../../data/group/group-api.ts';
import { AlertDialog } from '../../../shared/ui/overlays/alert-dialog.tsx';
import '../groups.css';
import { GroupSettingsForm } from './group-settings-form.tsx';

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
  const { currentData, error } = useGroupQuery(groupId, { refetchOnMountOrArgChange: true });
  const group = currentData ?? cached;
  if (group !== undefined) return <GroupSettingsForm group={group} onClose={onClose} />;
  if (error === undefined) return null;
  return (
    <AlertDialog open onClose={onClose} title="Group Settings">
      {isApiError(error) && error.status === 403 ? SETTINGS_REFUSED : SETTINGS_FAILED}
    </AlertDialog>
  );
}
