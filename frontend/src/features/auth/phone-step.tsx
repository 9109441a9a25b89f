import { phoneError } from '@quorum/contracts/text/phone.ts';
import { type FormEvent, useState } from 'react';
import type { SignInMode } from '../../data/session/saved-step.ts';
import { useLoginMutation, useSignupMutation } from '../../data/user/user-api.ts';
import { PhoneForm } from './phone-form.tsx';
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
    <PhoneForm
      mode={mode}
      phone={phone}
      error={error}
      offersOtherMode={error === texts[mode].wrongMode}
      busy={busy}
      onPhone={(digits) => {
        setError(undefined);
        onPhone(digits);
      }}
      onSubmit={submit}
      onSwitch={onSwitch}
    />
  );
}
