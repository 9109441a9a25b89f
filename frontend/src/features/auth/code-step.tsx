import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { ArrowLeft } from 'lucide-react';
import type { FormEvent } from 'react';
import type { SavedStep, SignInMode } from '../../data/session/saved-step.ts';
import { useCodeProof } from '../../data/user/use-code-proof.ts';
import {
  useLoginMutation,
  useSignupMutation,
  useVerifyLoginMutation,
  useVerifySignupMutation,
} from '../../data/user/user-api.ts';
import { type CodeDigits, EMPTY_CODE, isComplete, joinCode } from '../../shared/lib/code-digits.ts';
import { Button } from '../../shared/ui/button.tsx';
import { CodeField } from '../../shared/ui/code-field.tsx';
import { ResendCode } from '../../shared/ui/resend-code.tsx';

export interface CodeStepProps {
  mode: SignInMode;
  step: SavedStep;
  code: CodeDigits;
  onCode: (code: CodeDigits) => void;
  onBack: () => void;
  onResent: () => void;
  onProved: () => void;
}

/** The code that was sent to a number. A right one starts the session, and the guards take this screen away. */
export function CodeStep({ mode, step, code, onCode, onBack, onResent, onProved }: CodeStepProps) {
  const { phoneNumber, sentAt } = step;
  const [verifyLogin, loggingIn] = useVerifyLoginMutation();
  const [verifySignup, signingUp] = useVerifySignupMutation();
  const [login, loginSend] = useLoginMutation();
  const [signup, signupSend] = useSignupMutation();
  const isProving = loggingIn.isLoading || signingUp.isLoading;
  const isSending = loginSend.isLoading || signupSend.isLoading;
  const { error, setError, confirm, sendAgain } = useCodeProof({
    prove: () => {
      const body = { phoneNumber, verificationCode: joinCode(code) };
      return mode === 'login' ? verifyLogin(body) : verifySignup(body);
    },
    proveFailed: 'Verification failed',
    isProving,
    onProved,
    onRefused: () => onCode(EMPTY_CODE),
    resend: () => (mode === 'login' ? login({ phoneNumber }) : signup({ phoneNumber })),
    onResent,
  });

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
          <CodeField
            sentAt={sentAt}
            value={code}
            error={error}
            onChange={onCode}
            onError={setError}
            onSubmit={() => void confirm()}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          disabled={!isComplete(code)}
          busyLabel={isProving && 'Confirming...'}
        >
          Confirm
        </Button>
      </form>
      <ResendCode sentAt={sentAt} onResend={() => void sendAgain()} busy={isSending} />
    </>
  );
}
