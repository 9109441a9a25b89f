import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../data/api/api-error.ts';
import { useDeleteGroupMutation, useLeaveGroupMutation } from '../../../data/group/group-api.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { Field } from '../../../shared/ui/controls/field.tsx';
import { Input } from '../../../shared/ui/controls/input.tsx';
import { ConfirmDialog } from '../../../shared/ui/overlays/confirm-dialog.tsx';

export const NAME_MISMATCH = 'Group name does not match';
export const DELETE_FAILED = 'Failed to delete group';
export const LEAVE_FAILED = 'Failed to leave group';

export function DangerZone({ group }: { group: GroupView }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className="danger">
      <div>
        <h3>Danger Zone</h3>
        <p>
          Deleting the group removes its events, messages and files for everyone. You will be asked to type the group
          name to confirm.
        </p>
      </div>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={<Trash2 className="i i--sm" aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Delete Group
      </Button>
      {asking && <DeleteGroupDialog group={group} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** The page handles the deletion: the group is gone then, and this dialog with it. */
function DeleteGroupDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [remove, { isLoading }] = useDeleteGroupMutation();
  const confirm = async () => {
    if (name !== group.name) return setError(NAME_MISMATCH);
    setError(undefined);
    const answer = await remove({ groupId: group._id, body: { confirmationName: name } });
    if (answer.error) setError(errorText(answer.error, DELETE_FAILED));
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void confirm()}
      title="Delete Group"
      confirmLabel="Delete Group"
      busyLabel={isLoading && 'Deleting...'}
      confirmDisabled={name !== group.name}
      destructive
    >
      <p>This removes, for everyone and for good:</p>
      <ul className="confirm__list">
        <li>Every event in its schedule</li>
        <li>Every message, photo and file in its chat</li>
        <li>The invitation: its code and link stop working</li>
      </ul>
      <p className="confirm__ask">
        Type <b>{group.name}</b> to confirm.
      </p>
      <Field label="Group name" hideLabel error={error}>
        <Input
          value={name}
          autoComplete="off"
          disabled={isLoading}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void confirm();
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}

export function LeaveZone({ group }: { group: GroupView }) {
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const [leave, { isLoading }] = useLeaveGroupMutation();
  const confirm = async () => {
    setError(undefined);
    const answer = await leave(group._id);
    if (answer.error) setError(errorText(answer.error, LEAVE_FAILED));
  };
  return (
    <section className="danger">
      <div>
        <h3>Leave</h3>
        <p>You’ll lose access to its schedule and chat. What you posted stays.</p>
      </div>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={<LogOut className="i i--sm" aria-hidden="true" />}
        onClick={() => {
          setError(undefined);
          setAsking(true);
        }}
      >
        Leave Group
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void confirm()}
        title="Leave Group"
        confirmLabel="Leave Group"
        busyLabel={isLoading && 'Leaving...'}
        destructive
        error={error}
      >
        Leave {group.name}? You can rejoin with an invite.
      </ConfirmDialog>
    </section>
  );
}
