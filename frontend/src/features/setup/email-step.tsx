import type { UserView } from '@quorum/contracts/account/wire.ts';
import { emailBody } from '@quorum/contracts/account/wire.ts';
import { useState } from 'react';
import { userApi } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Field } from '../../shared/ui/controls/field.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { useStepSaving } from './use-step-saving.ts';

export function EmailStep({ user, onDone }: { user: UserView; onDone: () => void }) {
  const [email, setEmail] = useState(user.email);
  const [save] = userApi.useUpdateEmailMutation();
  const { error, setError, submit, busy, busyLabel } = useStepSaving({
    check: () => emailBody.safeParse({ email }),
    save,
    saved: 'Email saved successfully!',
    failed: 'Failed to save email',
    onDone,
  });

  return (
    <>
      <div>
        <h1>What's your email?</h1>
        <p>We'll use this to keep you updated</p>
      </div>
      <form onSubmit={submit} noValidate>
        <Field label="Email" error={error}>
          <Input
            size="lg"
            type="email"
            required
            autoComplete="email"
            placeholder="you@example.com"
            autoFocus
            value={email}
            readOnly={busy}
            onChange={(event) => {
              setError(undefined);
              setEmail(event.target.value);
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block disabled={email.trim() === ''} busyLabel={busyLabel}>
          Continue
        </Button>
      </form>
    </>
  );
}
