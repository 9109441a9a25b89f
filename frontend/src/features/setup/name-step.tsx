import { nameBody } from '@quorum/contracts/wire/schemas/auth.ts';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../data/api/api-error.ts';
import { useUpdateNameMutation } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Input } from '../../shared/ui/input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useStepDelay } from './use-step-delay.ts';

type Name = { readonly firstName: string; readonly lastName: string };

export interface NameStepProps {
  name: Name;
  onName: (name: Name) => void;
  onBack: () => void;
  onDone: () => void;
}

const useNameSaving = (name: Name, onDone: () => void) => {
  const [error, setError] = useState<string>();
  const [save, saving] = useUpdateNameMutation();
  const [saved, beginDelay] = useStepDelay(onDone);
  const toast = useToast();
  const busy = saving.isLoading || saved;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = nameBody.safeParse(name);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    const answer = await save(checked.data);
    if (answer.error !== undefined) {
      setError(errorText(answer.error, 'Failed to save name'));
      return;
    }
    toast('Name saved successfully!');
    beginDelay();
  };
  return { error, setError, submit, busy, busyLabel: saving.isLoading ? 'Saving...' : saved && 'Saved' };
};

export function NameStep({ name, onName, onBack, onDone }: NameStepProps) {
  const { error, setError, submit, busy, busyLabel } = useNameSaving(name, onDone);
  const errorId = useId();

  const input = (field: keyof Name) => ({
    size: 'lg' as const,
    value: name[field],
    readOnly: busy,
    'aria-describedby': error === undefined ? undefined : errorId,
    onChange: (event: { readonly target: { readonly value: string } }) => {
      setError(undefined);
      onName({ ...name, [field]: event.target.value });
    },
  });
  const isMissing = (field: keyof Name) => error !== undefined && !nameBody.shape[field].safeParse(name[field]).success;

  return (
    <>
      <div>
        <h1>Tell us your name</h1>
        <p>So people know who is who</p>
      </div>
      <form onSubmit={submit} noValidate>
        <div className="field">
          <div className="setup__two">
            <Field label="First name">
              <Input {...input('firstName')} invalid={isMissing('firstName')} autoComplete="given-name" autoFocus />
            </Field>
            <Field label="Last name">
              <Input {...input('lastName')} invalid={isMissing('lastName')} autoComplete="family-name" />
            </Field>
          </div>
          {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
        </div>
        <div className="setup__row">
          <Button size="lg" onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Button type="submit" variant="primary" size="lg" busyLabel={busyLabel}>
            Continue
          </Button>
        </div>
      </form>
    </>
  );
}
