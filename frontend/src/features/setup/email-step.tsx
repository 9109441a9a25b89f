import { emailBody } from '@quorum/contracts/wire/schemas/auth.ts';
import type { UserView } from '@quorum/contracts/wire/views.ts';
import { type FormEvent, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { useUpdateEmailMutation } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useStepDelay } from './use-step-delay.ts';

export function EmailStep({ user, onDone }: { user: UserView; onDone: () => void }) {
  const [email, setEmail] = useState(user.email);
  const [error, setError] = useState<string>();
  const [save, saving] = useUpdateEmailMutation();
  const [saved, beginDelay] = useStepDelay(onDone);
  const toast = useToast();
  const busy = saving.isLoading || saved;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = emailBody.safeParse({ email });
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    const answer = await save(checked.data);
    if (answer.error !== undefined) {
      setError(errorText(answer.error, 'Failed to save email'));
      return;
    }
    toast('Email saved successfully!');
    beginDelay();
  };

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
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={email.trim() === ''}
          busyLabel={saving.isLoading ? 'Saving...' : saved && 'Saved'}
        >
          Continue
        </Button>
      </form>
    </>
  );
}
