import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../../data/actions/use-action.ts';
import { groupApi } from '../../../data/group/group-api.ts';
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
      <Button size="sm" variant="danger-quiet" icon={<Trash2 className="i i--sm" />} onClick={() => setAsking(true)}>
        Delete Group
      </Button>
      {asking && <DeleteGroupDialog group={group} onClose={() => setAsking(false)} />}
    </section>
  );
}

/** The page handles the deletion: the group is gone then, and this dialog with it. */
function DeleteGroupDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const [name, setName] = useState('');
  const [remove] = groupApi.useDeleteGroupMutation();
  const { act, busy, error, setError } = useAction(remove, { failed: DELETE_FAILED });
  // Shown once what is typed can no longer become the name.
  const mismatch = !group.name.startsWith(name) && NAME_MISMATCH;
  const confirm = () => {
    if (name !== group.name) return setError(NAME_MISMATCH);
    void act({ groupId: group._id, body: { confirmationName: name } });
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title="Delete Group"
      confirmLabel="Delete Group"
      busyLabel={busy && 'Deleting...'}
      confirmDisabled={name !== group.name}
      destructive
      sign={<Trash2 className="i" />}
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
      <Field label="Group name" hideLabel error={mismatch || error}>
        <Input
          value={name}
          autoComplete="off"
          disabled={busy}
          onChange={(event) => {
            setName(event.target.value);
            setError(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') confirm();
          }}
        />
      </Field>
    </ConfirmDialog>
  );
}

export function LeaveZone({ group }: { group: GroupView }) {
  const [asking, setAsking] = useState(false);
  const [leave] = groupApi.useLeaveGroupMutation();
  const { act, busy, error, setError } = useAction(leave, { failed: LEAVE_FAILED });
  return (
    <section className="danger">
      <div>
        <h3>Leave</h3>
        <p>You’ll lose access to its schedule and chat. What you posted stays.</p>
      </div>
      <Button
        size="sm"
        variant="danger-quiet"
        icon={<LogOut className="i i--sm" />}
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
        onConfirm={() => void act(group._id)}
        title="Leave Group"
        confirmLabel="Leave Group"
        busyLabel={busy && 'Leaving...'}
        destructive
        sign={<LogOut className="i" />}
        error={error}
      >
        Leave {group.name}? You can rejoin with an invite.
      </ConfirmDialog>
    </section>
  );
}
