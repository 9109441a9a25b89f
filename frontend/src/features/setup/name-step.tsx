import { nameBody } from '@quorum/contracts/account/wire.ts';
import { useId } from 'react';
import { userApi } from '../../data/user/user-api.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { Field } from '../../shared/ui/controls/field.tsx';
import { Input } from '../../shared/ui/controls/input.tsx';
import { ErrorLine } from '../../shared/ui/feedback/error-line.tsx';
import { useStepSaving } from './use-step-saving.ts';

type Name = { readonly firstName: string; readonly lastName: string };

export interface NameStepProps {
  name: Name;
  onName: (name: Name) => void;
  onBack: () => void;
  onDone: () => void;
}

export function NameStep({ name, onName, onBack, onDone }: NameStepProps) {
  const [save] = userApi.useUpdateNameMutation();
  const { error, setError, submit, busy, busyLabel } = useStepSaving({
    check: () => nameBody.safeParse(name),
    save,
    saved: 'Name saved successfully!',
    failed: 'Failed to save name',
    onDone,
  });
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
