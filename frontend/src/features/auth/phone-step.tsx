import { phoneError } from '@quorum/contracts/text/phone.ts';
import { PRODUCT_NAME } from '@quorum/contracts/wire/limits.ts';
import { type FormEvent, useState } from 'react';
import type { SignInMode } from '../../entities/session/saved-step.ts';
import { useLoginMutation, useSignupMutation } from '../../entities/user/user-api.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { PhoneInput } from '../../shared/ui/phone-input.tsx';
import { sendErrorText, texts } from './texts.ts';

export interface PhoneStepProps {
  mode: SignInMode;
  /** Up to ten digits. */
  phone: string;
  onPhone: (phone: string) => void;
  /** A code is on its way to this number (`+1` and ten digits). */
  onSent: (phoneNumber: string) => void;
  onSwitch: () => void;
}

export function PhoneStep({ mode, phone, onPhone, onSent, onSwitch }: PhoneStepProps) {
  const [login, loggingIn] = useLoginMutation();
  const [signup, signingUp] = useSignupMutation();
  const [error, setError] = useState<string>();
  const busy = loggingIn.isLoading || signingUp.isLoading;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const problem = phoneError(phone);
    setError(problem);
    if (problem !== undefined) return;
    const phoneNumber = `+1${phone}`;
    const answer = await (mode === 'login' ? login({ phoneNumber }) : signup({ phoneNumber }));
    if (answer.error !== undefined) setError(sendErrorText(mode, answer.error));
    else if (answer.data.userExists !== (mode === 'login')) setError(texts[mode].wrongMode);
    else onSent(phoneNumber);
  };

  return (
    <>
      <div>
        <h1>{texts[mode].title}</h1>
        <p>Enter your phone number and we’ll text you a 6‑digit code.</p>
      </div>
      <form onSubmit={submit} noValidate>
        <Field label="Phone number" error={error}>
          <PhoneInput
            size="lg"
            value={phone}
            autoFocus
            onChange={(digits) => {
              setError(undefined);
              onPhone(digits);
            }}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" block busyLabel={busy && 'Sending code...'}>
          Send code
        </Button>
      </form>
      <p className="auth__alt">
        {texts[mode].question}{' '}
        <a
          className="link"
          href={mode === 'login' ? '/signup' : '/login'}
          onClick={(event) => {
            // In place: what was typed stays, and the choice holds where the address alone would not.
            event.preventDefault();
            onSwitch();
          }}
        >
          {texts[mode].switchTo}
        </a>
      </p>
      {mode === 'signup' && <Consent />}
    </>
  );
}

function Consent() {
  return (
    <p className="auth__legal">
      You must be 13 or older to use {PRODUCT_NAME}; under 18 needs parental consent. By continuing you agree to the{' '}
      <a className="link" href="/terms" target="_blank" rel="noopener">
        Terms
      </a>{' '}
      and{' '}
      <a className="link" href="/privacy" target="_blank" rel="noopener">
        Privacy Policy
      </a>
      .
    </p>
  );
}
