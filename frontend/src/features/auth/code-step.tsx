import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { ArrowLeft } from 'lucide-react';
import type { SavedStep, SignInMode } from '../../data/session/saved-step.ts';
import type { NewSession } from '../../data/session/store-session.ts';
import { useCodeProof } from '../../data/user/use-code-proof.ts';
import { useSignInCalls } from '../../data/user/use-sign-in-calls.ts';
import { type CodeDigits, EMPTY_CODE, isComplete, joinCode } from '../../shared/lib/code-digits.ts';
import { submits } from '../../shared/lib/submits.ts';
import { Button } from '../../shared/ui/controls/button.tsx';
import { CodeField } from '../../shared/ui/controls/code/code-field.tsx';
import { ResendCode } from '../../shared/ui/controls/code/resend-code.tsx';

export interface CodeStepProps {
  mode: SignInMode;
  step: SavedStep;
  code: CodeDigits;
  onCode: (code: CodeDigits) => void;
  onBack: () => void;
  onResent: () => void;
  /** Begins the session, which replaces this screen. */
  onSignedIn: (session: NewSession) => Promise<void>;
  onProved: () => void;
}

/** Asks for the code that was sent to a number. */
export function CodeStep({ mode, step, code, onCode, onBack, onResent, onSignedIn, onProved }: CodeStepProps) {
  const { phoneNumber, sentAt } = step;
  const { send, isSending, prove, isProving } = useSignInCalls(mode);
  const { error, setError, confirm, sendAgain } = useCodeProof({
    prove: () => prove(phoneNumber, joinCode(code), onSignedIn),
    proveFailed: 'Verification failed',
    onProved,
    onRefused: () => onCode(EMPTY_CODE),
    resend: () => send(phoneNumber),
    onResent,
  });

  return (
    <>
      <Head phoneNumber={phoneNumber} onBack={onBack} />
      <form noValidate onSubmit={submits(confirm)}>
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

function Head({ phoneNumber, onBack }: { phoneNumber: string; onBack: () => void }) {
  return (
    <div>
      <Button
        variant="ghost"
        size="sm"
        className="auth__back"
        icon={<ArrowLeft className="i i--sm" />}
        onClick={onBack}
      >
        Back
      </Button>
      <h1>Enter your code</h1>
      <p>
        A verification code has been sent to your phone.
        <br />
        <b className="auth__number tabular-digits">{formatPhone(phoneNumber)}</b>
      </p>
    </div>
  );
}
