import type { UserView } from '@quorum/contracts/account/wire.ts';
import { nameBody } from '@quorum/contracts/account/wire.ts';
import { useId, useState } from 'react';
import { useAction } from '../../data/actions/use-action.ts';
import { userApi } from '../../data/user/user-api.ts';
import { Input } from '../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { AccountRow } from './account-row.tsx';
import { EditForm } from './edit-form.tsx';

export function NameRow({ user }: { user: UserView }) {
  const [editing, setEditing] = useState(false);
  return (
    <AccountRow
      label="Full Name"
      value={`${user.firstName} ${user.lastName}`.trim()}
      editing={editing}
      onEdit={() => setEditing(true)}
    >
      <NameForm user={user} onClose={() => setEditing(false)} />
    </AccountRow>
  );
}

type Name = { readonly firstName: string; readonly lastName: string };

function NameForm({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [name, setName] = useState<Name>({ firstName: user.firstName, lastName: user.lastName });
  const errorId = useId();
  const [save] = userApi.useUpdateNameMutation();
  const { act, busy, error, setError } = useAction(save, {
    failed: 'Failed to update name',
    done: 'Name updated successfully',
    next: onClose,
  });

  const submit = async () => {
    const checked = nameBody.safeParse(name);
    if (checked.success) await act(checked.data);
    else setError(checked.error.issues[0]?.message);
  };

  const input = (field: keyof Name) => ({
    value: name[field],
    readOnly: busy,
    invalid: error !== undefined && !nameBody.shape[field].safeParse(name[field]).success,
    'aria-describedby': error === undefined ? undefined : errorId,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setError(undefined);
      setName({ ...name, [field]: event.target.value });
    },
  });

  const isTouched = name.firstName !== user.firstName || name.lastName !== user.lastName;
  return (
    <EditForm isTouched={isTouched} busy={busy} onSave={submit} onCancel={onClose}>
      <div className="rows__two">
        <Input {...input('firstName')} aria-label="First name" autoComplete="given-name" />
        <Input {...input('lastName')} aria-label="Last name" autoComplete="family-name" />
      </div>
      {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
    </EditForm>
  );
}
