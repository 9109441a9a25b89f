import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { errorText } from '../../entities/api/api-error.ts';
import type { SavedStep, SignInMode } from '../../entities/session/saved-step.ts';
import {
  useLoginMutation,
  useSignupMutation,
  useVerifyLoginMutation,
  useVerifySignupMutation,
} from '../../entities/user/user-api.ts';
import { type CodeDigits, isComplete, joinCode } from '../../shared/lib/code-digits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CodeBoxes } from '../../shared/ui/code-boxes.tsx';
import { ErrorLine } from '../../shared/ui/error-line.tsx';
import { ResendCode } from '../../shared/ui/resend-code.tsx';
import { useToast } from '../../shared/ui/toast.tsx';

export interface CodeStepProps {
  mode: SignInMode;
  step: SavedStep;
  code: CodeDigits;
  onCode: (code: CodeDigits) => void;
  onBack: () => void;
  onResent: () => void;
}

export function CodeStep({ mode, step, code, onCode, onBack, onResent }: CodeStepProps) {
  const { phoneNumber, sentAt } = step;
  const [verifyLogin, loggingIn] = useVerifyLoginMutation();
  const [verifySignup, signingUp] = useVerifySignupMutation();
  const [login, loginSend] = useLoginMutation();
  const [signup, signupSend] = useSignupMutation();
  const [error, setError] = useState<string>();
  const toast = useToast();
  const errorId = useId();
  const confirming = loggingIn.isLoading || signingUp.isLoading;
  const resending = loginSend.isLoading || signupSend.isLoading;

  const confirm = async () => {
    if (confirming) return;
    const body = { phoneNumber, verificationCode: joinCode(code) };
    const answer = await (mode === 'login' ? verifyLogin(body) : verifySignup(body));
    // A right code starts the session, and the guards take this screen away.
    setError(answer.error === undefined ? undefined : errorText(answer.error, 'Verification failed'));
  };

  const resend = async () => {
    const answer = await (mode === 'login' ? login({ phoneNumber }) : signup({ phoneNumber }));
    if (answer.error !== undefined) {
      setError(errorText(answer.error, 'Failed to resend code'));
      return;
    }
    setError(undefined);
    onResent();
    toast('A new code has been sent');
  };

  return (
    <>
      <div>
        <Button
          variant="ghost"
          size="sm"
          className="auth__back"
          icon={<ArrowLeft className="i i--sm" aria-hidden="true" />}
          onClick={onBack}
        >
          Back
        </Button>
        <h1>Enter your code</h1>
        <p>
          A verification code has been sent to your phone.
          <br />
          <b className="auth__number tnum">{formatPhone(phoneNumber)}</b>
        </p>
      </div>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <div className="field">
          <CodeBoxes
            // A new code starts in the first box.
            key={sentAt}
            autoFocus
            value={code}
            onChange={(next) => {
              setError(undefined);
              onCode(next);
            }}
            onSubmit={confirm}
            onIncomplete={() => setError('Please enter all 6 digits')}
            invalid={error !== undefined}
            describedBy={error === undefined ? undefined : errorId}
          />
          {error !== undefined && <ErrorLine id={errorId}>{error}</ErrorLine>}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={!isComplete(code)}
          busyLabel={confirming && 'Confirming...'}
        >
          Confirm
        </Button>
      </form>
      <ResendCode sentAt={sentAt} onResend={resend} busy={resending} />
    </>
  );
}
