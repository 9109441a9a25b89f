import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { errorText } from '../../entities/api/api-error.ts';
import type { CodeTarget } from '../../entities/session/code-target.ts';
import { useUpdatePhoneMutation } from '../../entities/user/user-api.ts';
import { EMPTY_CODE, fillFrom, isComplete, joinCode } from '../../shared/lib/code-digits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CodeBoxes } from '../../shared/ui/code-boxes.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { ResendCode } from '../../shared/ui/resend-code.tsx';
import { useToast } from '../../shared/ui/toast.tsx';

export interface PhoneCodeFormProps {
  /** The new number, as `+1` and ten digits. */
  phoneNumber: string;
  /** Milliseconds since the epoch. */
  sentAt: number;
  onResent: () => void;
  onCancel: () => void;
  onChanged: () => void;
  codeHelper: ((target: CodeTarget) => ReactNode) | undefined;
}

export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { phoneNumber, sentAt, onResent, onCancel, onChanged, codeHelper } = props;
  const [code, setCode] = useState(EMPTY_CODE);
  const [error, setError] = useState<string>();
  const [prove, proving] = useUpdatePhoneMutation();
  const [send, sending] = useUpdatePhoneMutation();
  const toast = useToast();
  const errorId = useId();

  const confirm = async () => {
    if (proving.isLoading) return;
    const answer = await prove({ phoneNumber, verificationCode: joinCode(code) });
    if (answer.error === undefined) onChanged();
    else setError(errorText(answer.error, 'Failed to update phone number'));
  };

  const resend = async () => {
    const answer = await send({ phoneNumber });
    if (answer.error !== undefined) {
      setError(errorText(answer.error, 'Failed to resend code'));
      return;
    }
    setError(undefined);
    setCode(EMPTY_CODE);
    onResent();
    toast('A new code has been sent');
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p className="rows__lead">
          A verification code has been sent to your phone.
          <br />
          <b className="tnum">{formatPhone(phoneNumber)}</b>
        </p>
        <CodeBoxes
          // A new code starts in the first box.
          key={sentAt}
          autoFocus
          value={code}
          onChange={(next) => {
            setError(undefined);
            setCode(next);
          }}
          onSubmit={confirm}
          onIncomplete={() => setError('Please enter all 6 digits')}
          invalid={error !== undefined}
          describedBy={error === undefined ? undefined : errorId}
        />
        {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
        <div className="rows__acts">
          <Button
            type="submit"
            variant="primary"
            size="sm"
            disabled={!isComplete(code)}
            busyLabel={proving.isLoading && 'Confirming...'}
          >
            Confirm
          </Button>
          <Button size="sm" onClick={onCancel} disabled={proving.isLoading}>
            Cancel
          </Button>
          <ResendCode className="rows__resend" sentAt={sentAt} onResend={resend} busy={sending.isLoading} />
        </div>
        <p className="rows__note">
          Your old number gets a text about the change, and your other devices are signed out.
        </p>
      </form>
      {codeHelper?.({ phoneNumber, sentAt, fill: (digits) => setCode(fillFrom(EMPTY_CODE, 0, digits)) })}
    </>
  );
}
