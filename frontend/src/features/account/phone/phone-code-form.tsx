import { CURRENT_CODE_WRONG } from '@quorum/contracts/account/rules.ts';
import { formatPhone } from '@quorum/contracts/text/phone.ts';
import { type ReactNode, useState } from 'react';
import type { CodeTarget } from '../../../data/session/code-target.ts';
import { useCodeProof } from '../../../data/user/use-code-proof.ts';
import { userApi } from '../../../data/user/user-api.ts';
import { type CodeDigits, EMPTY_CODE, fillFrom, isComplete, joinCode } from '../../../shared/lib/code-digits.ts';
import { submits } from '../../../shared/lib/submits.ts';
import { Button } from '../../../shared/ui/controls/button.tsx';
import { CodeField } from '../../../shared/ui/controls/code/code-field.tsx';
import { ResendCode } from '../../../shared/ui/controls/code/resend-code.tsx';

export interface PhoneCodeFormProps {
  /** As `+1` and ten digits. */
  currentNumber: string;
  phoneNumber: string;
  /** When the codes were sent, in milliseconds since the epoch. */
  sentAt: number;
  onResent: () => void;
  onCancel: () => void;
  onChanged: () => void;
  /** The change takes effect then (ISO 8601), because the current number was not proved. */
  onScheduled: (effectiveAt: string) => void;
  codeHelper: ((target: CodeTarget) => ReactNode) | undefined;
}

/** `lost`: only the new number is proved. */
type Step = 'current' | 'new' | 'lost';

const notes: { readonly [S in Step]: string } = {
  current: 'Next, enter the code we sent to the new number.',
  new: 'Your old number gets a text about the change, and your other devices are signed out.',
  lost: 'Your number then changes in 72 hours. The current number gets a text at once, and can stop the change.',
};

const useCodes = () => {
  const [current, setCurrent] = useState(EMPTY_CODE);
  const [next, setNext] = useState(EMPTY_CODE);
  return { current, setCurrent, next, setNext };
};

/** The codes that were typed, and the calls that send them. */
const usePhoneProof = ({ phoneNumber, onResent, onChanged, onScheduled }: PhoneCodeFormProps) => {
  const [step, setStep] = useState<Step>('current');
  const codes = useCodes();
  const [prove, proving] = userApi.useUpdatePhoneMutation();
  const [send, sending] = userApi.useUpdatePhoneMutation();

  const proveNumbers = async () => {
    const answer = await prove({
      phoneNumber,
      verificationCode: joinCode(codes.next),
      ...(step === 'lost' ? {} : { currentCode: joinCode(codes.current) }),
    });
    if (answer.data !== undefined && 'effectiveAt' in answer.data) onScheduled(answer.data.effectiveAt);
    else if (answer.error === undefined) onChanged();
    return answer;
  };
  const proof = useCodeProof({
    prove: proveNumbers,
    proveFailed: 'Failed to update phone number',
    onRefused: (why) => {
      if (why !== CURRENT_CODE_WRONG) return codes.setNext(EMPTY_CODE);
      codes.setCurrent(EMPTY_CODE);
      setStep('current');
    },
    resend: () => send({ phoneNumber }),
    onResent: () => {
      codes.setCurrent(EMPTY_CODE);
      codes.setNext(EMPTY_CODE);
      setStep(step === 'new' ? 'current' : step);
      onResent();
    },
  });
  const [code, setCode] = step === 'current' ? [codes.current, codes.setCurrent] : [codes.next, codes.setNext];
  const goTo = (next: Step) => {
    proof.setError(undefined);
    setStep(next);
  };
  const submit = () => {
    if (step !== 'current') void proof.confirm();
    else if (isComplete(code)) goTo('new');
  };
  return { ...proof, step, goTo, code, setCode, submit, isProving: proving.isLoading, isSending: sending.isLoading };
};

/** Proves the current number and then the new one, each with the code that was sent to it. */
export function PhoneCodeForm(props: PhoneCodeFormProps) {
  const { currentNumber, phoneNumber, sentAt, onCancel, codeHelper } = props;
  const { step, goTo, code, setCode, error, setError, submit, sendAgain, isProving, isSending } = usePhoneProof(props);
  const target = step === 'current' ? currentNumber : phoneNumber;

  return (
    <>
      <form noValidate onSubmit={submits(submit)}>
        <Lead step={step} number={target} />
        <CodeField
          key={step}
          sentAt={sentAt}
          value={code}
          error={error}
          onChange={setCode}
          onError={setError}
          onSubmit={submit}
        />
        <Actions
          step={step}
          code={code}
          busy={isProving}
          onCancel={onCancel}
          resend={
            <ResendCode className="rows__resend" sentAt={sentAt} onResend={() => void sendAgain()} busy={isSending} />
          }
        />
        <p className="rows__note">{notes[step]}</p>
        <OtherStep step={step} onGo={goTo} />
      </form>
      {codeHelper?.({ phoneNumber: target, sentAt, fill: (digits) => setCode(fillFrom(EMPTY_CODE, 0, digits)) })}
    </>
  );
}

function Lead({ step, number }: { step: Step; number: string }) {
  return (
    <p className="rows__lead">
      {step === 'current' ? 'Enter the code sent to your current number.' : 'Enter the code sent to your new number.'}
      <br />
      <b className="tabular-digits">{formatPhone(number)}</b>
    </p>
  );
}

interface ActionsProps {
  step: Step;
  code: CodeDigits;
  busy: boolean;
  onCancel: () => void;
  resend: ReactNode;
}

function Actions({ step, code, busy, onCancel, resend }: ActionsProps) {
  return (
    <div className="rows__acts">
      <Button
        type="submit"
        variant="primary"
        size="sm"
        disabled={!isComplete(code)}
        busyLabel={busy && 'Confirming...'}
      >
        {step === 'current' ? 'Continue' : 'Confirm'}
      </Button>
      <Button size="sm" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
      {resend}
    </div>
  );
}

function OtherStep({ step, onGo }: { step: Step; onGo: (step: Step) => void }) {
  const [text, next] =
    step === 'current'
      ? (['I no longer have this number', 'lost'] as const)
      : (['Back to my current number', 'current'] as const);
  return (
    <p className="rows__note">
      <button type="button" className="link" onClick={() => onGo(next)}>
        {text}
      </button>
    </p>
  );
}
