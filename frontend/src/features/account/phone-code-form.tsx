import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { CodeTarget } from '../../entities/session/code-target.ts';
import { useCodeProof } from '../../entities/session/use-code-proof.ts';
import { useUpdatePhoneMutation } from '../../entities/user/user-api.ts';
import { EMPTY_CODE, fillFrom, isComplete, joinCode } from '../../shared/lib/code-digits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CodeField } from '../../shared/ui/code-field.tsx';
import { ResendCode } from '../../shared/ui/resend-code.tsx';

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

/** Proves a new number with the code that was sent to it. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { phoneNumber, sentAt, onResent, onCancel, onChanged, codeHelper } = props;
  const [code, setCode] = useState(EMPTY_CODE);
  const [prove, proving] = useUpdatePhoneMutation();
  const [send, sending] = useUpdatePhoneMutation();
  const { error, setError, confirm, sendAgain } = useCodeProof({
    prove: () => prove({ phoneNumber, verificationCode: joinCode(code) }),
    proveFailed: 'Failed to update phone number',
    isProving: proving.isLoading,
    onProved: onChanged,
    resend: () => send({ phoneNumber }),
    onResent: () => {
      setCode(EMPTY_CODE);
      onResent();
    },
  });

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
        <CodeField
          sentAt={sentAt}
          value={code}
          error={error}
          onChange={setCode}
          onError={setError}
          onSubmit={() => void confirm()}
        />
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
          <ResendCode
            className="rows__resend"
            sentAt={sentAt}
            onResend={() => void sendAgain()}
            busy={sending.isLoading}
          />
        </div>
        <p className="rows__note">
          Your old number gets a text about the change, and your other devices are signed out.
        </p>
      </form>
      {codeHelper?.({ phoneNumber, sentAt, fill: (digits) => setCode(fillFrom(EMPTY_CODE, 0, digits)) })}
    </>
  );
}
