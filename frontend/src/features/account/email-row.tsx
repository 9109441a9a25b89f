import type { UserView } from '@quorum/contracts/account/wire.ts';
import { emailBody } from '@quorum/contracts/account/wire.ts';
import { useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { userApi } from '../../data/user/user-api.ts';
import { Field } from '../../shared/ui/controls/field.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { AccountRow } from './account-row.tsx';
import { EditForm } from './edit-form.tsx';

export function EmailRow({ user }: { user: UserView }) {
  const [editing, setEditing] = useState(false);
  return (
    <AccountRow label="Email" value={user.email} editing={editing} onEdit={() => setEditing(true)}>
      <EmailForm user={user} onClose={() => setEditing(false)} />
    </AccountRow>
  );
}

function EmailForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [email, setEmail] = useState(user.email);
  const [save] = userApi.useUpdateEmailMutation();
  const { act, busy, error, setError } = useAction(save, {
    failed: 'Failed to update email',
    done: 'Email updated successfully',
    next: onClose,
  });

  const submit = async () => {
    const checked = emailBody.safeParse({ email });
    if (checked.success) await act(checked.data);
    else setError(checked.error.issues[0]?.message);
  };

  return (
    <EditForm isTouched={email !== user.email} busy={busy} onSave={submit} onCancel={onClose}>
      <Field label="Email" hideLabel error={error}>
        <Input
          type="email"
          autoComplete="email"
          value={email}
          readOnly={busy}
          onChange={(event) => {
            setError(undefined);
            setEmail(event.target.value);
          }}
        />
      </Field>
    </EditForm>
  );
}
